#!/usr/bin/python3
"""The page of --html in a real browser (Debian's chromium, driven by chromium-driver): it loads, steps, filters, nothing overflows, nothing
is logged as an error, nothing of a hostile machine or SVG runs or is loaded. Pictures of eight findings, at desktop and phone width, light
and dark, are written to build/browser/ to be looked at. The last line is 'N passed, N failed'.

    tests/browser/browser.py [NAME]...      only the pages of these names
"""
import base64
import pathlib
import subprocess
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "tests/browser"
OUT = ROOT / "build/browser"
passed = failed = 0


def check(what, truth, *more):
    global passed, failed
    if truth:
        passed += 1
    else:
        failed += 1
        print("FAIL", what, *more)


# ---- machines ------------------------------------------------------------------------------------

def many_obligations():
    names = [f"v{i}" for i in range(1, 18)]
    operations = ";\n".join(
        f"  op{i} = PRE v{i} < {i + 3} THEN v{i} := v{i} + 1 || v{i % 17 + 1} := {min(i, 9)} END" for i in range(1, 18))
    return (f"MACHINE Many\nVARIABLES {', '.join(names)}\nINVARIANT\n  " +
            " &\n  ".join(f"{n} : 0..{i + 3}" for i, n in enumerate(names, 1)) +
            "\nINITIALISATION " + " || ".join(f"{n} := 0" for n in names) + f"\nOPERATIONS\n{operations}\nEND\n")


def long_run():
    names = [f"v{i}" for i in range(1, 50)]
    return (f"MACHINE Long\nDEFINITIONS SET_PREF_MAXINT == 2000\nVARIABLES n, {', '.join(names)}\nINVARIANT n : 0..2000 & n < 1000 & " +
            " & ".join(f"{n} : 0..60" for n in names) + "\nINITIALISATION n := 0 || " + " || ".join(f"{n} := 0" for n in names) +
            "\nOPERATIONS step = BEGIN n := n + 1 || " + " || ".join(f"{n} := (n * {i}) mod 60" for i, n in enumerate(names, 1)) + " END\nEND\n")


TAG = "<img src=x onerror=window.hacked=1></script><script>window.hacked=2</script>"
MACHINES = {
    "Buffer.mch": """MACHINE Buffer
SETS ITEM = {apple, pear, plum}
VARIABLES queue, price, next, room
INVARIANT
  queue : seq(ITEM) &
  price : ITEM +-> 0..3 &
  next : ITEM <-> ITEM &
  room : 0..3 &
  size(queue) + room = 3 &
  !i.(i : ran(queue) => i : dom(price))
INITIALISATION queue := [] || price := {} || next := {} || room := 3
OPERATIONS
  put(i) = PRE i : ITEM & room > 0 THEN
      queue := queue <- i || room := room - 1 ||
      next := next \\/ {x, y . x : ran(queue) & y = i | x |-> y}
    END;
  label(i) = PRE i : ITEM & i /: dom(price) THEN price(i) := card(price) + 1 END
END
""",
    "Forks.mch": """MACHINE Forks
SETS P = {anna, bert, cora}
CONSTANTS right PROPERTIES right = {anna |-> bert, bert |-> cora, cora |-> anna}
VARIABLES holds
INVARIANT holds : P +-> P
INITIALISATION holds := {}
OPERATIONS
  take(p) = SELECT p : P & p /: dom(holds) & p /: ran(holds) THEN holds(p) := p END;
  eat(p) = SELECT p : dom(holds) & right(p) /: ran(holds) THEN holds := {p} <<| holds END
END
""",
    "Signal.mch": """MACHINE Signal
DEFINITIONS ASSERT_LTL == "G ({light = red} => F {light = green})"
SETS LIGHT = {red, amber, green}
VARIABLES light, waiting
INVARIANT light : LIGHT & waiting : 0..3
INITIALISATION light := red || waiting := 0
OPERATIONS
  come = SELECT waiting < 3 THEN waiting := waiting + 1 END;
  switch = SELECT light = red & waiting > 1 THEN light := green END;
  warn = SELECT light = green THEN light := amber END;
  stop = SELECT light = amber THEN light := red || waiting := 0 END;
  leave = SELECT waiting > 0 THEN waiting := waiting - 1 END
END
""",
    "Queue.mch": """MACHINE Queue
DEFINITIONS ASSERT_LTL == "G ([take] => H {first(queue) = 2})"
VARIABLES queue
INVARIANT queue : seq(0..2)
INITIALISATION queue := []
OPERATIONS
  put(v) = SELECT v : 1..2 & size(queue) < 2 THEN queue := queue <- v END;
  take = SELECT queue /= [] THEN queue := tail(queue) END
END
""",
    "Stock.mch": """MACHINE Stock
VARIABLES goods
INVARIANT goods <: 0..3
INITIALISATION goods := {}
OPERATIONS
  add(g) = PRE g : 0..3 THEN goods := goods \\/ {g} END;
  n <-- count = BEGIN n := card(goods) END
END
""",
    "StockR.ref": """REFINEMENT StockR REFINES Stock
VARIABLES list
INVARIANT list : seq(0..3) & ran(list) = goods
INITIALISATION list := []
OPERATIONS
  add(g) = BEGIN list := list <- g END;
  n <-- count = BEGIN n := size(list) END
END
""",
    "Seats.mch": """MACHINE Seats
SETS GUEST = {ann, ben, cid, dee}
CONSTANTS seat, likes
PROPERTIES
  likes = {ann |-> ben, ben |-> ann, cid |-> dee} &
  seat : GUEST >->> 1..4 &
  !(x, y).(x |-> y : likes => seat(x) - seat(y) : {-1, 1})
END
""",
    "Hostile.mch": f"""MACHINE Hostile
/* {TAG} */
DEFINITIONS VISB_JSON_FILE == "hostile.json"; ANIMATION_FUNCTION == {{1 |-> 1 |-> text}}
VARIABLES text, n
INVARIANT text : STRING & n < 2
INITIALISATION text := "{TAG}" || n := 0
OPERATIONS up = BEGIN n := n + 1 END
END
""",
    "hostile.json": """{"svg": "hostile.svg", "items": [
  {"id": "a", "attr": "onclick", "value": "\\"window.hacked=3\\""}, {"id": "a", "attr": "onmouseover", "value": "\\"window.hacked=4\\""},
  {"id": "u", "attr": "href", "value": "\\"https://example.invalid/u.svg#x\\""}, {"id": "l", "attr": "href", "value": "\\"javascript:window.hacked=5\\""},
  {"id": "a", "attr": "style", "value": "\\"fill: url(https://example.invalid/f.svg#x)\\""}, {"id": "a", "attr": "x", "value": "n"},
  {"id": "t", "attr": "text", "value": "text"}],
  "svg_objects": [{"svg_class": "script", "id": "s", "text": "window.hacked=6"}, {"svg_class": "foreignObject", "id": "f"}]}""",
    "hostile.svg": """<?xml version="1.0"?><?xml-stylesheet href="https://example.invalid/x.css"?>
<!DOCTYPE svg [<!ENTITY e "entity">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100" onload="window.hacked=7">
<script>window.hacked=8</script><script href="https://example.invalid/x.js"/>
<style>@import url(https://example.invalid/y.css); rect { fill: red }</style>
<image xlink:href="https://example.invalid/i.png" width="9" height="9"/><image href="data:image/svg+xml,%3Csvg/%3E" width="9" height="9"/>
<use id="u" xlink:href="https://example.invalid/v.svg#x"/><a id="l" href="javascript:window.hacked=9"><rect width="9" height="9"/></a>
<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="https://example.invalid/j.png" onerror="window.hacked=10"/></body></foreignObject>
<rect id="a" width="50" height="50" style="fill:url(https://example.invalid/g.svg#x)"><animate attributeName="href" values="javascript:window.hacked=11"/>
<set attributeName="onmouseover" to="window.hacked=12"/></rect><text id="t" y="60">x</text></svg>""",
}
PAGES = {  # name: the command
    "invariant": ["check", "Buffer.mch"],
    "deadlock": ["check", "Forks.mch", "--find", "deadlock"],
    "lasso": ["ltl", "Signal.mch"],
    "open": ["ltl", "Queue.mch"],
    "obligations": ["disprove", "Many.mch", "--time-limit", "2"],
    "refinement": ["check", "StockR.ref"],
    "constants": ["constants", "Seats.mch"],
    "visb": ["check", HERE / "lift.mch"],
    "grid": ["check", HERE / "grid.mch"],
    "long": ["check", "Long.mch", "--engine", "states"],
    "hostile": ["check", "Hostile.mch"],
    "coverage": ["explore", "Forks.mch", "--coverage"],
    "animate": ["animate", HERE / "lift.mch", "-f", "commands"],
    "folder": ["check", ".", "--time-limit", "2"],
}


def write_pages(folder, names):
    for name, text in {**MACHINES, "Many.mch": many_obligations(), "Long.mch": long_run(), "commands": "call(f = 2)\nup\nup\narrive\n"}.items():
        (folder / name).write_text(text)
    for name in names:
        words = [str(x) for x in PAGES[name]]
        run = subprocess.run([ROOT / "bounce", *words, "--html", f"{name}.html"], cwd=folder, capture_output=True, text=True)
        check(f"{name}: a page is written", (folder / f"{name}.html").exists(), run.returncode, run.stderr[:300])


# ---- the browser -----------------------------------------------------------------------------------

class Browser:
    def __init__(self):
        o = Options()
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb", "--disable-dev-shm-usage"):
            o.add_argument(word)
        o.binary_location = "/usr/bin/chromium"
        o.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=o)

    def js(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def size(self, width, height, dark=False):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def open(self, path, fragment=""):
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get(f"file://{path}{fragment}")

    def errors(self):
        return [e["message"] for e in self.driver.get_log("browser") if e["level"] in ("SEVERE", "WARNING")]

    def key(self, key):
        self.js("document.dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], bubbles: true}));"
                "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], bubbles: true}))", key)

    def picture(self, path):
        height = min(2600, self.js("return document.documentElement.scrollHeight"))
        width = self.js("return document.documentElement.clientWidth")
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}})
        path.write_bytes(base64.b64decode(shot["data"]))


def hash_step(b):
    return b.js("return location.hash")


def look_at(b, folder, name):
    path = folder / f"{name}.html"
    for width, height, dark in ((1200, 900, False), (1200, 900, True), (375, 800, False), (375, 800, True)):
        b.size(width, height, dark)
        b.open(path)
        where = f"{name} at {width}{' dark' if dark else ''}"
        check(f"{where}: no error is logged", not (errors := b.errors()), errors[:3])
        check(f"{where}: has a verdict", b.js("return !!document.querySelector('header.verdict h1')"))
        over = b.js("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        check(f"{where}: nothing overflows", over <= 0, over,
              b.js("return [...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.scroll, pre'))"
                   ".slice(0, 3).map(e => e.tagName + '.' + e.className)"))
        b.picture(OUT / f"{name}-{width}{'-dark' if dark else ''}.png")


# ---- what single pages must do ------------------------------------------------------------------------

def text_of(b, selector):
    return b.js("const e = document.querySelector(arguments[0]); return e ? e.textContent : ''", selector)


def test_invariant(b, folder):
    b.open(folder / "invariant.html")
    last = b.js("return +document.querySelector('input[type=range]').max")
    check("it begins at the last step", hash_step(b) == f"#step={last}", hash_step(b))
    check("the false conjunct is named", "inv6" in text_of(b, "ul.truth li.no"), text_of(b, "ul.truth li.no"))
    check("with its witness", "fails for i = " in text_of(b, "ul.truth li.no div"))
    check("it is marked in the source", text_of(b, "pre.source mark") == "!i.(i : ran(queue) => i : dom(price))", text_of(b, "pre.source mark"))
    check("the operation of the step is marked", "put(i)" in text_of(b, ".source .l.current"))
    check("a sequence is drawn", b.js("return !!document.querySelector('.seq span')"))
    b.key("p")
    check("p goes back", hash_step(b) == f"#step={last - 1}", hash_step(b))
    b.key("ArrowRight")
    check("the arrow goes on", hash_step(b) == f"#step={last}")
    b.key("n")
    check("and not beyond the end", hash_step(b) == f"#step={last}")
    b.key("Home")
    check("Home is the first step", hash_step(b) == "#step=0" and not b.js("return document.querySelector('ul.truth li.no')"))
    b.js("const s = document.querySelector('input[type=range]'); s.value = 1; s.dispatchEvent(new Event('input'))")
    check("the slider moves it", hash_step(b) == "#step=1")
    b.js("document.querySelectorAll('th.step')[0].click()")
    check("so does a click on a column", hash_step(b) == "#step=0")
    b.open(folder / "invariant.html", "#step=1")
    check("a link opens a step", hash_step(b) == "#step=1" and b.js("return document.querySelector('th.now').textContent").startswith("1"))
    b.js("window.saved = []; URL.createObjectURL = blob => { blob.text().then(t => window.saved.push(t)); return '#' }")
    b.js("[...document.querySelectorAll('button')].filter(x => x.textContent.startsWith('save')).forEach(x => x.click())")
    time.sleep(0.3)
    saved = b.js("return window.saved.map(t => JSON.parse(t))")
    check("a run is saved for ProB", len(saved) == 2 and saved[0]["transitionList"][0]["name"] == "$initialise_machine" and saved[0]["metadata"]["fileType"] == "Trace")
    check("and as JSON", len(saved) == 2 and saved[1]["name"] == "inv6" and "trace" in saved[1])
    (folder / "saved.prob2trace").write_text(__import__("json").dumps(saved[0]) if saved else "")
    run = subprocess.run([ROOT / "bounce", "animate", "Buffer.mch", "--script", "saved.prob2trace"], cwd=folder, capture_output=True, text=True)
    check("what is saved is replayed", "the whole trace was replayed" in run.stdout, run.stdout[-200:])


def test_deadlock(b, folder):
    b.open(folder / "deadlock.html")
    check("a relation of a set with itself is a graph", b.js("return document.querySelectorAll('svg.graph .edge').length") >= 3)


def test_lasso(b, folder):
    b.open(folder / "lasso.html")
    check("the loop is shown", "goes on for ever" in text_of(b, "main") and b.js("return document.querySelectorAll('th.loop').length") > 0)
    check("subformulas have their truth", b.js("return document.querySelectorAll('tr.truth td.no').length") > 0)


def test_obligations(b, folder):
    b.open(folder / "obligations.html")
    count = b.js("return +document.querySelector('h2').textContent.split(' ')[0]")
    check("there are 300", count >= 300, count)
    shown = b.js("return document.querySelectorAll('.po').length")
    check("what is proved is folded away", 0 < shown < count and not b.js("return document.querySelector('.po .badge.good')"), shown)
    b.js("document.querySelector('[data-status=proved]').click()")
    check("a click shows it", b.js("return !!document.querySelector('.po .badge.good')"))
    b.js("const s = document.querySelector('input[type=search]'); s.value = 'op3/'; s.dispatchEvent(new Event('input'))")
    names = b.js("return [...document.querySelectorAll('.po code:first-of-type')].map(e => e.textContent)")
    check("names are filtered", names and all("op3/" in n for n in names), names[:3])


def test_visb(b, folder):
    b.open(folder / "visb.html")
    attribute = "return document.querySelector('.picture #%s').getAttribute('%s')"
    check("the door is open in the last step", b.js(attribute % ("door", "width")) == "20")
    b.key("p")
    check("a lamp is lit before it", b.js(attribute % ("lamp_0", "fill")) == "#f5a400" and b.js(attribute % ("door", "width")) == "2")
    b.key("Home")
    check("and not at the beginning", b.js(attribute % ("lamp_0", "fill")) == "#ccc")
    check("objects of definitions are there", text_of(b, ".picture #label_3") == "floor 3")
    b.js("document.querySelector('.picture #cabin').dispatchEvent(new MouseEvent('mouseenter'))")
    check("under the pointer it changes", b.js(attribute % ("cabin", "stroke")) == "#d00")
    b.js("document.querySelector('.picture #cabin').dispatchEvent(new MouseEvent('mouseleave'))")
    check("and back", b.js(attribute % ("cabin", "stroke")) == "#333")


def test_grid(b, folder):
    b.open(folder / "grid.html")
    check("images are drawn", b.js("return [...document.querySelectorAll('table.grid img')].filter(i => i.complete && i.naturalWidth > 0).length") == 7)
    check("and strings", b.js("return [...document.querySelectorAll('table.grid td')].filter(t => t.textContent === 'O').length") == 2)


def test_animate(b, folder):
    b.open(folder / "animate.html")
    check("a run by hand has its picture", b.js("return document.querySelector('.picture #cabin').getAttribute('y')") == "102", text_of(b, "main")[:200])


def test_long(b, folder):
    b.size(1200, 900)
    b.open(folder / "long.html")
    ready = b.js("return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    size = (folder / "long.html").stat().st_size
    step = b.js("const t = performance.now(); for (let i = 0; i < 20; i++) document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'p', bubbles: true}));"
                "document.body.offsetWidth; return (performance.now() - t) / 20")
    print(f"1,000 steps of 50 variables: {size / 1e6:.1f} MB, open after {ready:.0f} ms, {step:.1f} ms a step")
    check("1,000 steps", b.js("return document.querySelector('input[type=range]').max") == "1000")
    check("open without delay", ready < 3000, ready)
    check("and so are steps", step < 150, step)
    check("only columns near the step are drawn", b.js("return document.querySelectorAll('th.step').length") <= 40)


def test_hostile(b, folder):
    b.open(folder / "hostile.html")
    b.js("for (const e of document.querySelectorAll('.picture *')) for (const t of ['click', 'mouseover', 'load']) e.dispatchEvent(new MouseEvent(t, {bubbles: true}))")
    time.sleep(0.3)
    check("nothing of it runs", b.js("return window.hacked") is None, b.js("return window.hacked"))
    check("nothing is loaded", b.js("return performance.getEntriesByType('resource').filter(r => !r.name.startsWith('data:')).length") == 0)
    check("tags are text", TAG in b.js("return document.querySelector('.state').textContent") and not b.js("return document.querySelector('main .state img, main pre img')"))
    left = b.js("return [...document.querySelectorAll('.picture script, .picture foreignObject, .picture a, .picture animate, .picture set, .picture style')].length")
    check("what could run is not there", left == 0, left)
    bad = b.js("return [...document.querySelectorAll('.picture *')].flatMap(e => [...e.attributes]).filter(a => /^on/i.test(a.name) || /https?:|javascript/i.test(a.value)).map(a => a.name + '=' + a.value)")
    check("nor any attribute that could", not bad, bad)
    check("the rest is drawn", b.js("return document.querySelector('.picture #a').getAttribute('x')") == "2")
    check("no error is logged", not (errors := b.errors()), errors[:3])


def test_folder(b, folder):
    b.open(folder / "folder.html")
    check("each file has its line", b.js("return document.querySelectorAll('details.finding').length") >= 7)
    b.js("[...document.querySelectorAll('details.finding')].find(d => d.textContent.includes('Buffer')).open = true")
    time.sleep(0.3)
    check("and opens", b.js("return !!document.querySelector('details.finding[open] header.verdict')") and b.js("return !!document.querySelector('details.finding[open] ul.truth li.no')"))


def main():
    names = sys.argv[1:] or list(PAGES)
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        write_pages(folder, names)
        b = Browser()
        try:
            for name in names:
                if not (folder / f"{name}.html").exists():
                    continue
                look_at(b, folder, name)
                b.size(1200, 900)
                if f"test_{name}" in globals():
                    globals()[f"test_{name}"](b, folder)
        finally:
            b.driver.quit()
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
