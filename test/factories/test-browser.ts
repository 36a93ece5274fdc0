interface Cookie {
  value: string;
  path: string;
  attributes: string;
}

/** A simulated browser for sign-ins. It follows links and stores cookies by path. */
export class TestBrowser {
  private readonly cookies = new Map<string, Cookie>();

  /** Sends one request with the matching cookies. Does not follow redirects. */
  async go(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const headers = new Headers(init.headers);
    const cookie = this.cookiesFor(pathname);
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.keep(line, pathname);
    return response;
  }

  /**
   * Follows redirects from `url`. Stops at the first address that begins with `end`, and returns this address without
   * requesting it.
   */
  async followTo(end: string, url: string): Promise<URL> {
    for (let next = url, hops = 0; hops < 10; hops++) {
      const response = await this.go(next);
      const location = response.headers.get('location');
      if (location === null)
        throw new Error(`${next} responded with ${response.status}: ${await response.text()}`);
      next = new URL(location, next).href;
      if (next.startsWith(end)) return new URL(next);
    }
    throw new Error(`${url} was redirected more than ten times.`);
  }

  /** The cookies with their attributes, as the server set them. */
  all(): { name: string; value: string; path: string; attributes: string }[] {
    return [...this.cookies].map(([name, cookie]) => ({ name, ...cookie }));
  }

  private cookiesFor(pathname: string): string {
    return [...this.cookies]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  private keep(line: string, requestPath: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', ...value] = pair.split('=');
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? requestPath;
    const isOver = attributes.some((one) => /^expires=Thu, 01 Jan 1970/i.test(one));
    if (isOver) this.cookies.delete(name);
    else this.cookies.set(name, { value: value.join('='), path, attributes: attributes.join('; ') });
  }
}
