"""The Agent Development Kit with the tools of the server."""

import asyncio

from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import InMemoryRunner
from google.adk.tools.mcp_tool import McpToolset, StreamableHTTPConnectionParams
from google.genai import types

from stub_model import DONE, HEADERS, TASK, URL, as_text, next_call, report


class StubModel(BaseLlm):
    tools: dict = {}
    results: list = []

    async def generate_content_async(self, llm_request, stream=False):
        declared = [one for tool in llm_request.config.tools for one in tool.function_declarations]
        self.tools = {one.name: one.parameters_json_schema for one in declared}
        parts = [part for content in llm_request.contents for part in content.parts]
        responses = [part.function_response for part in parts if part.function_response is not None]
        self.results = [as_text(one.response) for one in responses]
        call = next_call(self.results)
        if call is None:
            part = types.Part(text=DONE)
        else:
            name, arguments = call
            part = types.Part(function_call=types.FunctionCall(name=name, args=arguments))
        yield LlmResponse(content=types.Content(role="model", parts=[part]))


async def main():
    model = StubModel(model="stub")
    toolset = McpToolset(connection_params=StreamableHTTPConnectionParams(url=URL, headers=HEADERS))
    agent = LlmAgent(name="agent", model=model, instruction="You answer emails.", tools=[toolset])
    runner = InMemoryRunner(agent=agent, app_name="agents")
    session = await runner.session_service.create_session(app_name="agents", user_id="user")
    message = types.Content(role="user", parts=[types.Part(text=TASK)])
    final = ""
    async for event in runner.run_async(user_id="user", session_id=session.id, new_message=message):
        if event.is_final_response():
            final = "".join(part.text or "" for part in event.content.parts)
    await runner.close()
    report(model.tools, model.results, final)


asyncio.run(main())
