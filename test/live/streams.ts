// People who read live pages, as their browsers do.

export interface Reader {
  page: string;
  /** Called with each event. */
  heard: (event: string) => void;
}

/** Signs somebody in. Returns the cookie. */
export async function signIn(base: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${base}/console/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email, password }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (answer.status !== 303 || !cookie) throw new Error(`${email} was not signed in: ${answer.status}`);
  return cookie;
}

/** Opens a stream. Returns what leaves it, and a promise that it ended. */
export async function read(base: string, cookie: string, { page, heard }: Reader) {
  const controller = new AbortController();
  const response = await fetch(`${base}/console/live?page=${encodeURIComponent(page)}`, {
    headers: { cookie },
    signal: controller.signal,
  });
  if (response.status !== 200) throw new Error(`${page}: ${response.status} ${await response.text()}`);
  const take = async (): Promise<void> => {
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const events = (rest + chunk).split('\n\n');
      rest = events.pop()!;
      for (const event of events) heard(event);
    }
  };
  return {
    leave: () => controller.abort(),
    ended: take().catch(
      (error) => error.name === 'AbortError' || process.stderr.write(`${page}: ${error.stack}\n`),
    ),
  };
}
