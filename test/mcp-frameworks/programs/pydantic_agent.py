"""Pydantic AI with the tools of the server."""

import asyncio

from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import ModelResponse, RetryPromptPart, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel

from stub_model import DONE, HEADERS, TASK, URL, next_call, report


class StubModel:
    def __init__(self):
        self.tools, self.results = {}, []

    def respond(self, messages, info):
        self.tools = {tool.name: tool.parameters_json_schema for tool in info.function_tools}
        parts = [part for message in messages for part in message.parts]
        self.results = [text_of(part) for part in parts if isinstance(part, (ToolReturnPart, RetryPromptPart))]
        call = next_call(self.results)
        if call is None:
            return ModelResponse(parts=[TextPart(DONE)])
        name, arguments = call
        return ModelResponse(parts=[ToolCallPart(name, arguments)])


def text_of(part):
    return part.model_response_str() if isinstance(part, ToolReturnPart) else part.model_response()


async def main():
    model = StubModel()
    agent = Agent(FunctionModel(model.respond), toolsets=[MCPToolset(URL, headers=HEADERS)])
    async with agent:
        result = await agent.run(TASK)
    report(model.tools, model.results, result.output)


asyncio.run(main())
