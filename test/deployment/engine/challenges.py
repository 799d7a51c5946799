"""Request validators and gateway responses, which the engine leaves out when it imports the definition of an API, and
the new name that API Gateway gives to WWW-Authenticate of a function."""

import json

from ministack.services import apigateway_v1

RENAMED = {"www-authenticate": "x-amzn-remapped-www-authenticate"}


def install():
    import_api = apigateway_v1._import_rest_api
    response_of = apigateway_v1._lambda_proxy_response

    def import_with_responses(spec, base_data=None):
        api_id = import_api(spec, base_data)
        for response_type, response in (spec.get("x-amazon-apigateway-gateway-responses") or {}).items():
            apigateway_v1._put_gateway_response(api_id, response_type, response)
        import_validators(api_id, spec)
        return api_id

    def renamed(result):
        response, error = response_of(result)
        if response and response.get("headers"):
            named = {RENAMED.get(name.lower(), name): value for name, value in response["headers"].items()}
            response = {**response, "headers": named}
        return response, error

    apigateway_v1._import_rest_api = import_with_responses
    apigateway_v1._lambda_proxy_response = renamed


def import_validators(api_id, spec):
    ids = {}
    for name, validator in (spec.get("x-amazon-apigateway-request-validators") or {}).items():
        _, _, body = apigateway_v1._create_request_validator(api_id, {"name": name, **validator})
        ids[name] = json.loads(body)["id"]
    methods = {resource["path"]: resource.get("resourceMethods", {}) for resource in resources_of(api_id)}
    for path, operations in (spec.get("paths") or {}).items():
        for method, operation in operations.items():
            validator = operation.get("x-amazon-apigateway-request-validator")
            if validator is not None:
                methods[path][method.upper()].update(
                    requestValidatorId=ids[validator],
                    requestParameters={
                        f"method.request.header.{one['name']}": one["required"]
                        for one in operation["parameters"]
                        if one["in"] == "header"
                    },
                )


def resources_of(api_id):
    return apigateway_v1._resources[api_id].values()
