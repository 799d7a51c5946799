import { type Language, pythonText, shellText } from '../widgets/snippet-text.ts';

/** The code of a request to a page of the local profile in one language. It needs no key. */
export function localSnippet(language: Language, address: string, body: object | undefined): string {
  if (language === 'curl')
    return `curl ${shellText(address)}${body ? ` \\\n  -d ${shellText(JSON.stringify(body))}` : ''}`;
  return language === 'TypeScript' ? typeScript(address, body) : python(address, body);
}

function typeScript(address: string, body: object | undefined): string {
  const options = body ? `, {\n  method: 'POST',\n  body: JSON.stringify(${JSON.stringify(body)}),\n}` : '';
  return `const response = await fetch(${JSON.stringify(address)}${options});\nconsole.log(await response.json());\n`;
}

function python(address: string, body: object | undefined): string {
  const data = body ? `, data=json.dumps(${pythonText(body)}).encode()` : '';
  return `import json\nfrom urllib.request import urlopen\n\nwith urlopen(${JSON.stringify(address)}${data}) as response:\n    print(json.load(response))\n`;
}
