/** A compiled module at work: its memory as named arrays, and its functions. The same in a page, a worker and Node. */

/** @typedef {import("./description").GameDescription} GameDescription */

const FUNCTIONS = 64; // places of the table of functions that are called by address

/** What a game is played with: its description, code and unpacked weights. They are fetched once, and can be sent to a worker.
 * @typedef {{ description: GameDescription, code: WebAssembly.Module, weights: ArrayBuffer }} Parts */

export class EngineError extends Error {}

/** Fetch a game's parts by the address of its description, or of a packed file with those of many games.
 * @param {string} url @param {string} [name] of one of many
 * @returns {Promise<Parts>} */
export async function fetchParts(url, name) {
  if (typeof WebAssembly !== "object") throw new EngineError("This browser is too old to think: it has no WebAssembly.");
  const answer = await fetched(url);
  /** @type {GameDescription | null} */
  const description = await (name === undefined ? answer.json().catch(() => null) : oneOf(answer, name));
  check(description);
  const place = (/** @type {string} */ file) => new URL(file, new URL(url, globalThis.location?.href)).href;
  const [code, weights] = await Promise.all([
    fetched(place(description.module.file)),
    fetched(place(description.weights.file)),
  ]);
  return partsOf(description, code.body, weights.body);
}

/** @param {Response} answer @param {string} name */
async function oneOf(answer, name) {
  const described = JSON.parse(new TextDecoder().decode(await unpack(answer.body, "description")));
  if (!Object.hasOwn(described, name)) throw new EngineError(`There is no game ${name} here.`);
  return described[name];
}

/** The parts out of packed files.
 * @param {GameDescription} description
 * @param {ReadableStream<Uint8Array> | null} code @param {ReadableStream<Uint8Array> | null} weights
 * @returns {Promise<Parts>} */
export async function partsOf(description, code, weights) {
  check(description);
  const unpacked = await unpack(weights, "weights");
  if (unpacked.byteLength !== description.weights.count * description.weights.planes) {
    throw new EngineError(damaged("weights"));
  }
  try {
    return { description, code: await WebAssembly.compile(await unpack(code, "code")), weights: unpacked };
  } catch (error) {
    throw error instanceof EngineError ? error : new EngineError(damaged("code"), { cause: error });
  }
}

/** @param {ReadableStream<Uint8Array> | null} packed @param {string} what */
async function unpack(packed, what) {
  if (typeof DecompressionStream !== "function") throw new EngineError("This browser is too old to unpack the engine.");
  try {
    const stream = /** @type {ReadableStream<BufferSource>} */ (packed).pipeThrough(new DecompressionStream("gzip"));
    return await new Response(stream).arrayBuffer();
  } catch (error) {
    throw new EngineError(damaged(what), { cause: error });
  }
}

/** @param {string} url */
async function fetched(url) {
  const answer = await fetch(url).catch((cause) => {
    throw new EngineError("The engine cannot be loaded: there is no answer. Is there a network?", { cause });
  });
  if (!answer.ok) throw new EngineError(`The engine cannot be loaded: ${url} answers ${answer.status}.`);
  return answer;
}

/** @param {GameDescription | null} description @returns {asserts description is GameDescription} */
function check(description) {
  if (description?.format !== 1 || !description.weights?.planes || !description.module?.places) {
    throw new EngineError(damaged("description"));
  }
}

/** @param {string} what */
const damaged = (what) => `The engine's ${what} cannot be read, damaged or of another version: load the page anew.`;

export class Memory {
  /** When the search is to end, by performance.now(). */
  deadline = Infinity;

  /** @param {Parts} parts */
  constructor({ description, code, weights }) {
    const { module } = description;
    this.description = description;
    const memory = new WebAssembly.Memory({ initial: module.pages });
    this.#buffer = memory.buffer;
    const env = {
      __linear_memory: memory,
      __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, module.stack_top),
      __indirect_function_table: new WebAssembly.Table({ initial: FUNCTIONS, element: "anyfunc" }),
      poll: () => (performance.now() >= this.deadline ? 1 : 0),
    };
    try {
      this.call = /** @type {Record<string, (...numbers: number[]) => number>} */ (
        new WebAssembly.Instance(code, { env }).exports
      );
      this.#load(weights);
    } catch (error) {
      throw new EngineError(damaged("code"), { cause: error });
    }
  }

  #buffer;

  /** @param {ArrayBuffer} weights */
  #load(weights) {
    const { planes, count } = this.description.weights;
    const bytes = new Uint8Array(weights);
    // As pairs of 32 bits: by BigInt it takes ten times as long.
    const wide = new Int32Array(this.#buffer, this.#place("weights"), 2 * count);
    const half = (/** @type {number} */ index, /** @type {number} */ first, /** @type {number} */ end) => {
      let value = 0;
      for (let plane = first; plane < end; plane++) value |= bytes[plane * count + index] << (8 * (plane - first));
      const spare = 32 - 8 * (end - first); // the sign fills what was not sent
      return (value << spare) >> spare;
    };
    for (let index = 0; index < count; index++) {
      wide[2 * index] = half(index, 0, Math.min(planes, 4));
      wide[2 * index + 1] = planes > 4 ? half(index, 4, planes) : wide[2 * index] >> 31;
    }
    for (const name of this.description.module.ones) this.words(name).fill(-1n);
    this.words("sizes").set(this.description.sizes.map(BigInt));
    for (const [name, value] of Object.entries(this.description.run)) this.setRun(name, value);
  }

  /** @param {string} name */
  #place(name) {
    const place = this.description.module.places[name];
    if (place === undefined) throw new EngineError(damaged("description"));
    return place;
  }

  /** An array of 64-bit integers. @param {string} name */
  words(name) {
    return new BigInt64Array(this.#buffer, this.#place(name), this.description.module.bytes[name] / 8);
  }

  /** A state's bytes, of an array of states. @param {string} name @param {number} index */
  state(name, index) {
    const size = this.description.module.record;
    return new Uint8Array(this.#buffer, this.#place(name) + index * size, size);
  }

  /** Fill an array with zeros. @param {string} name */
  clear(name) {
    new Uint8Array(this.#buffer, this.#place(name), this.description.module.bytes[name]).fill(0);
  }

  /** A field of a record of 64-bit integers, as an array of one.
   * @param {"run" | "progress" | "solver_run"} record @param {string} field */
  field(record, field) {
    const at = this.description.module[record].indexOf(field);
    return new BigInt64Array(this.#buffer, this.#place(record) + 8 * at, 1);
  }

  /** A field of the record of settings and counters. @param {string} field */
  run(field) {
    return Number(this.field("run", field)[0]);
  }

  /** @param {string} field @param {number | bigint} value */
  setRun(field, value) {
    this.field("run", field)[0] = BigInt(value);
  }

  /** A field of the record of iterative deepening. @param {string} field */
  progress(field) {
    return Number(this.field("progress", field)[0]);
  }

  /** @param {string} field @param {number} value */
  setProgress(field, value) {
    this.field("progress", field)[0] = BigInt(value);
  }
}
