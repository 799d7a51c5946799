"""The quota of concurrent executions, as Lambda applies it to reservations: 100 of it have to stay unreserved."""

from ministack.services import lambda_svc
from ministack.services.cloudformation import provisioners

MIN_UNRESERVED = 100


def install():
    quota = lambda_svc._ACCOUNT_CONCURRENCY_CAP
    handlers = provisioners._RESOURCE_HANDLERS["AWS::Lambda::Function"]
    create = handlers["create"]

    def create_function(logical_id, props, stack_name):
        wanted = props.get("ReservedConcurrentExecutions")
        if wanted is None:
            return create(logical_id, props, stack_name)
        reserved = sum(int(one.get("concurrency") or 0) for one in lambda_svc._functions.values())
        if quota - reserved - int(wanted) < MIN_UNRESERVED:
            raise ValueError(
                "Specified ReservedConcurrentExecutions for function decreases account's "
                f"UnreservedConcurrentExecution below its minimum value of [{MIN_UNRESERVED}]."
            )
        name, attributes = create(logical_id, props, stack_name)
        lambda_svc._functions[name]["concurrency"] = int(wanted)
        return name, attributes

    handlers["create"] = create_function
