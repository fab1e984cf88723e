#include "lsp/inside.h"

cJSON *json_made(cJSON *j)
{
	if (!j) diag_no_memory();
	return j;
}

cJSON *json_add_object(cJSON *to, const char *key)
{
	return json_made(cJSON_AddObjectToObject(to, key));
}
cJSON *json_add_array(cJSON *to, const char *key)
{
	return json_made(cJSON_AddArrayToObject(to, key));
}

void json_add_string(cJSON *to, const char *key, const char *value)
{
	json_made(cJSON_AddStringToObject(to, key, value));
}

void json_add_number(cJSON *to, const char *key, double value)
{
	json_made(cJSON_AddNumberToObject(to, key, value));
}

void json_add(cJSON *to, const char *key, cJSON *what)
{
	if (!cJSON_AddItemToObject(to, key, json_made(what))) diag_no_memory();
}

void json_push(cJSON *array, cJSON *what)
{
	if (!cJSON_AddItemToArray(array, json_made(what))) diag_no_memory();
}

const cJSON *json_get(const cJSON *o, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(o, key);
}

const char *json_text(const cJSON *o, const char *key)
{
	const cJSON *m = json_get(o, key);
	return cJSON_IsString(m) ? m->valuestring : "";
}
