import { join } from 'node:path';
import { inNode, inPython, PROGRAMS, testFramework } from './support/framework-tests.ts';

/** The frameworks for Python: their dependencies fit into one environment. */
const together = (program: string) => inPython('mcp-frameworks-python', PROGRAMS, join(PROGRAMS, `${program}.py`));

testFramework({ name: 'The OpenAI Agents SDK', revision: '2025-11-25', install: together('openai_agent') });
testFramework({ name: 'LangGraph', revision: '2025-11-25', install: together('langgraph_agent') });
testFramework({ name: 'Pydantic AI', revision: '2025-11-25', install: together('pydantic_agent') });
testFramework({
  name: 'The AI SDK',
  revision: '2026-07-28',
  install: inNode('mcp-frameworks-npm', join(PROGRAMS, 'ai-sdk')),
});
