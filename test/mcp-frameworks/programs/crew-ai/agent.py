"""CrewAI with the tools of the server."""

import contextlib
import json
import os
import sys

# It neither asks its user for traces nor sends any.
os.environ.update(CREWAI_TESTING="true", CREWAI_DISABLE_TELEMETRY="true", OTEL_SDK_DISABLED="true")

from crewai import Agent, BaseLLM, Crew, Task
from crewai.mcp import MCPServerHTTP

from stub_model import DONE, HEADERS, TASK, URL, next_call, report


class StubModel(BaseLLM):
    tools: dict = {}
    results: list = []

    def supports_function_calling(self):
        return True

    def call(self, messages, tools=None, *args, **kwargs):
        named = {tool["function"]["name"]: tool["function"]["parameters"] for tool in tools or []}
        # The names begin with the address of the server.
        prefix = next(name for name in named if name.endswith("_whoami")).removesuffix("whoami")
        self.tools = {name.removeprefix(prefix): parameters for name, parameters in named.items()}
        self.results = [message["content"] for message in messages if message["role"] == "tool"]
        call = next_call(self.results)
        if call is None:
            return DONE
        name, arguments = call
        function = {"name": f"{prefix}{name}", "arguments": json.dumps(arguments)}
        return [{"id": f"call_{len(self.results)}", "type": "function", "function": function}]


def main():
    model = StubModel(model="stub")
    # What it shows is not the report.
    with contextlib.redirect_stdout(sys.stderr):
        agent = Agent(
            role="Agent",
            goal="Answer emails",
            backstory="You answer emails.",
            llm=model,
            mcps=[MCPServerHTTP(url=URL, headers=HEADERS)],
        )
        task = Task(description=TASK, expected_output="What was done", agent=agent)
        final = Crew(agents=[agent], tasks=[task]).kickoff().raw
    report(model.tools, model.results, final)


main()
