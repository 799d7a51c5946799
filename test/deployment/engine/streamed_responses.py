"""Streamed integrations of API Gateway, served as one response when the function has ended."""

from ministack.services import apigateway_v1


def install():
    function_of = apigateway_v1._extract_lambda_ref_from_integration_uri

    def function_of_any(uri):
        return function_of(uri.replace("/response-streaming-invocations", "/invocations"))

    apigateway_v1._extract_lambda_ref_from_integration_uri = function_of_any
