interface Cookie {
  value: string;
  path: string;
  attributes: string;
}

/** What a person's browser does of a sign-in: it follows links, and keeps cookies for the paths they are for. */
export class TestBrowser {
  private readonly cookies = new Map<string, Cookie>();

  /** One request, with the cookies that are for it; redirects are not followed. */
  async go(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const headers = new Headers(init.headers);
    const cookie = this.cookiesFor(pathname);
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.keep(line, pathname);
    return response;
  }

  /** Follows redirects from `url` until one leads to an address that begins with `end`, which is given and not gone to. */
  async followTo(end: string, url: string): Promise<URL> {
    for (let next = url, hops = 0; hops < 10; hops++) {
      const response = await this.go(next);
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${next} answered ${response.status}: ${await response.text()}`);
      next = new URL(location, next).href;
      if (next.startsWith(end)) return new URL(next);
    }
    throw new Error(`${url} led nowhere in ten steps.`);
  }

  /** The cookies as they were set, for the look at their attributes. */
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
