// The types of a document, by openapi-typescript.
import { registerHooks } from 'node:module';

// Generators print TypeScript by the compiler's JavaScript API, which the compiler that is installed (7, native) has no
// more. ts-morph's package brings that of 6 along; it is theirs in place of "typescript".
const api = import.meta.resolve('@ts-morph/common').replace(/[^/]+$/, 'typescript.js');
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript'
      ? { url: api, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
});

/** Returns the source of a module of types. */
export async function typesOf(document: unknown): Promise<string> {
  const { default: generate, astToString } = await import('openapi-typescript');
  return astToString(await generate(structuredClone(document) as never));
}
