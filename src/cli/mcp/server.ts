// Serves tools by the Model Context Protocol. Input is checked by our own validator, whose errors name the field and the
// rule, so the library's schemas are not used.
import type { TObject } from 'typebox';
import { validatorOf } from '../../kernel/formats/validate.ts';
import { plain } from '../../kernel/process/terminal.ts';
import type { Room, Tool } from './tool.ts';

/** The longest text of a result: a longer one would fill a model's context. */
const mostCharacters = 40_000;

/** Loads the library, which is an optional package. */
async function load() {
  try {
    const [{ Server }, { StdioServerTransport }, types] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/index.js'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ]);
    return { Server, StdioServerTransport, ...types };
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(
      'tefo mcp needs the optional package @modelcontextprotocol/sdk, which is not installed here: run `npm install --include=optional`',
    );
  }
}

/** Serves the tools on standard input and output until the client ends the connection, or `signal` is aborted. */
export async function serve(
  tools: Readonly<Record<string, Tool>>,
  room: Room,
  { version, signal }: { version: string; signal: AbortSignal },
): Promise<void> {
  const { Server, StdioServerTransport, ListToolsRequestSchema, CallToolRequestSchema } = await load();
  const server = new Server({ name: 'tefo', version }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: Object.entries(tools).map(listed) }));
  // One call after another: each opens the database as a command does.
  let last: Promise<unknown> = Promise.resolve();
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const result = last.then(() => call(tools, room, params.name, params.arguments ?? {}));
    last = result;
    return result;
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  server.onclose = end;
  signal.addEventListener('abort', () => end());
  process.stdin.once('end', () => end());
  await server.connect(new StdioServerTransport());
  await ended;
  // A call in progress writes to the database in order.
  await last;
  await server.close();
}

const listed = ([name, { about, input, isWrite }]: [string, Tool]) => ({
  name,
  description: about,
  inputSchema: JSON.parse(JSON.stringify(input)) as TObject,
  annotations: { readOnlyHint: !isWrite, openWorldHint: false },
});

async function call(tools: Readonly<Record<string, Tool>>, room: Room, name: string, input: unknown) {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (!tool) return failed(`there is no tool ${name}; use one of ${Object.keys(tools).join(', ')}`);
  const problem = validatorOf(tool.input)(input);
  if (problem) return failed(`${problem.pointer.slice(1) || 'the input'} ${problem.rule}`);
  try {
    return { content: [{ type: 'text' as const, text: shortened(await tool.run(room, input as never)) }] };
  } catch (error) {
    return failed((error as Error).message);
  }
}

const failed = (text: string) => ({
  isError: true,
  content: [{ type: 'text' as const, text: shortened(plain(text)) }],
});

const shortened = (text: string): string =>
  text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters)}\n(The rest is left out: the result has ${text.length} characters.)`;
