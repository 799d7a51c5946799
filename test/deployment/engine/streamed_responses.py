"""Streamed integrations of API Gateway, served as one response when the function has ended."""

import base64

from ministack.services import apigateway_v1


def install():
    function_of = apigateway_v1._extract_lambda_ref_from_integration_uri
    response_of = apigateway_v1._lambda_proxy_response

    def function_of_any(uri):
        return function_of(uri.replace("/response-streaming-invocations", "/invocations"))

    def response_with_bytes(result):
        """Passes on the bytes that a function has streamed, which streaming-globals.cjs encodes."""
        response, error = response_of(result)
        if response and "streamedBody" in response:
            response = {**response, "body": base64.b64decode(response["streamedBody"])}
        return response, error

    apigateway_v1._extract_lambda_ref_from_integration_uri = function_of_any
    apigateway_v1._lambda_proxy_response = response_with_bytes
