"""The OpenAI Agents SDK with the tools of the server."""

import asyncio
import json

from agents import Agent, Model, ModelResponse, Runner, Usage, set_tracing_disabled
from agents.mcp import MCPServerStreamableHttp
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

from stub_model import DONE, HEADERS, TASK, URL, as_text, next_call, report


class StubModel(Model):
    def __init__(self):
        self.tools, self.results = {}, []

    async def get_response(self, system_instructions, input, model_settings, tools, *args, **kwargs):
        self.tools = {tool.name: tool.params_json_schema for tool in tools}
        items = [] if isinstance(input, str) else input
        self.results = [as_text(item["output"]) for item in items if item.get("type") == "function_call_output"]
        return ModelResponse(output=[self._output()], usage=Usage(), response_id=None)

    def _output(self):
        call = next_call(self.results)
        if call is None:
            text = ResponseOutputText(type="output_text", text=DONE, annotations=[])
            return ResponseOutputMessage(
                id="last", type="message", role="assistant", status="completed", content=[text]
            )
        name, arguments = call
        call_id = f"call_{len(self.results)}"
        return ResponseFunctionToolCall(
            type="function_call", call_id=call_id, name=name, arguments=json.dumps(arguments)
        )

    def stream_response(self, *args, **kwargs):
        raise NotImplementedError("the program does not stream")


async def main():
    set_tracing_disabled(True)
    model = StubModel()
    # Tools that wait take up to 50 seconds, and the default ends a call after five.
    params = {"url": URL, "headers": HEADERS}
    async with MCPServerStreamableHttp(params=params, client_session_timeout_seconds=60) as server:
        agent = Agent(name="Agent", model=model, mcp_servers=[server])
        result = await Runner.run(agent, TASK)
    report(model.tools, model.results, result.final_output)


asyncio.run(main())
