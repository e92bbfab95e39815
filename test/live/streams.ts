// Users who read live pages, as their browsers do.

export interface Reader {
  page: string;
  /** Called with each event. */
  received: (event: string) => void;
}

/** Signs a user in. Returns the cookie. */
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

/** Opens a stream. Returns the function that closes it, and a promise of its end. */
export async function read(base: string, cookie: string, { page, received }: Reader) {
  const controller = new AbortController();
  const response = await fetch(`${base}/console/live?page=${encodeURIComponent(page)}`, {
    headers: { cookie },
    signal: controller.signal,
  });
  if (response.status !== 200) throw new Error(`${page}: ${response.status} ${await response.text()}`);
  const take = async (): Promise<string> => {
    let rest = '';
    let why = 'without a reason';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const events = (rest + chunk).split('\n\n');
      rest = events.pop()!;
      for (const event of events) {
        why = /^event: (back|signed-out)$/m.exec(event)?.[1] ?? why;
        received(event);
      }
    }
    return why;
  };
  return {
    leave: () => controller.abort(),
    /** How the service ended it. */
    ended: take().catch((error) => String(error)),
  };
}
