// Loaded before everything else: plants the fault that PLANT names. A text of a module is replaced while it is loaded.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import planted from './planted/faults.json' with { type: 'json' };

const fault = planted.find(({ name }) => name === process.env.PLANT);
if (!fault) throw new Error(`there is no planted fault ${process.env.PLANT}`);
const { file, from, to } = fault;
const url = pathToFileURL(file).href;

registerHooks({
  load: (loaded, context, next) => {
    const module = next(loaded, context);
    if (loaded !== url) return module;
    const source = String(module.source);
    if (!source.includes(from)) throw new Error(`${file} does not contain ${from}`);
    return { ...module, source: source.replace(from, () => to) };
  },
});
