"""Responses of mock integrations, which the engine leaves out when it imports the definition of an API."""

from ministack.services import apigateway_v1


def install():
    import_operation = apigateway_v1._import_operation

    def import_with_responses(api_id, resource_id, http_method, operation, *more, **named):
        import_operation(api_id, resource_id, http_method, operation, *more, **named)
        integration = (operation or {}).get("x-amazon-apigateway-integration") or {}
        if integration.get("type") != "mock":
            return
        method = apigateway_v1._resources[api_id][resource_id]["resourceMethods"][http_method]
        method["methodIntegration"]["requestTemplates"] = integration["requestTemplates"]
        for response in integration["responses"].values():
            status = response["statusCode"]
            apigateway_v1._put_integration_response(api_id, resource_id, http_method, status, response)

    apigateway_v1._import_operation = import_with_responses
