import { say } from '@app/kernel';
import type { Page } from '@app/kernel';
import { Accepted, Created, Paged } from '../../../apps/api/src/http/reference/responses.decorator';
import { Consumes } from '../../../apps/api/src/http/reference/media-types.decorator';
import { IsInstant } from '../../../apps/api/src/http/fields/is-instant.decorator';
import { Nullable, Omittable } from '../../../apps/api/src/http/fields/omittable.decorator';
import { PageQuery } from '../../../apps/api/src/http/fields/page.dto';
import {
  QueryBoolean,
  QueryInteger,
  QueryList,
  QueryNumber,
} from '../../../apps/api/src/http/fields/query.decorators';
import { Body, Controller, Delete, Get, Param, Post, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsEmail,
  IsInt,
  IsString,
  Matches,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import type { Request } from 'express';
import { SUCCESS, SuccessDto } from '../../../apps/api/src/http/responses/success.dto';
import { type FramedApp, serveFramed } from './framed-app';

class EchoDto {
  @ApiProperty({ type: Object, additionalProperties: true }) received: object;
}

class FilterQuery extends PageQuery {
  @Omittable() @QueryBoolean() enabled?: boolean;
  @Omittable() @QueryInteger({ min: 1, max: 9 }) level?: number;
  @Omittable() @QueryNumber() ratio?: number;
  @Omittable() @QueryList({ max: 3 }) codes?: string[];
  @Omittable() @IsInstant() from?: string;
  @Omittable() @IsString() @MaxLength(100) search?: string;
}

class StepDto {
  @IsInt() @Min(1) number: number;
}

class PlanDto {
  @IsString() @MaxLength(20) @Matches(/^[a-z]/) name: string;
  @Omittable() @IsEmail({}, { each: true }) @ArrayMaxSize(3) recipients?: string[];
  @Omittable() @ValidateNested({ each: true }) @Type(() => StepDto) steps?: StepDto[];
  @Omittable() @Nullable() @IsString() note?: string | null;
}

class ItemDto {
  @ApiProperty() id: number;
}

@Controller('plans')
class PlansController {
  @Get('query')
  @ApiOkResponse({ type: EchoDto })
  query(@Query() query: FilterQuery): EchoDto {
    return { received: query };
  }

  @Get('named')
  @ApiOkResponse({ type: EchoDto })
  named(@Query('name') name: string): EchoDto {
    return { received: { name } };
  }

  @Get('labels/:label')
  @ApiOkResponse({ type: EchoDto })
  label(@Param('label') label: string): EchoDto {
    return { received: { label } };
  }

  @Get('paged')
  @Paged(ItemDto)
  paged(@Query() { page = 1, after, limit }: FilterQuery): Page<ItemDto> {
    const start = after === undefined ? (page - 1) * limit : Number(after);
    const ids = Array.from({ length: 45 }, (_, index) => index + 1);
    return {
      items: ids.slice(start, start + limit).map((id) => ({ id })),
      total: 45,
      exact: true,
      next: start + limit < 45 ? String(start + limit) : undefined,
    };
  }

  @Get('crowd')
  @Paged(ItemDto)
  crowd(@Query() { page = 1, limit }: FilterQuery): Page<ItemDto> {
    const items = Array.from({ length: limit }, (_, index) => ({ id: (page - 1) * limit + index + 1 }));
    return { items, total: 10_000, exact: false, next: 'more' };
  }

  @Post()
  @ApiOkResponse({ type: EchoDto })
  plain(@Body() plan: PlanDto): EchoDto {
    return { received: { plan, isPlan: plan instanceof PlanDto } };
  }

  @Post('created')
  @Created()
  @ApiOkResponse({ type: SuccessDto })
  created(): SuccessDto {
    return SUCCESS;
  }

  @Post('accepted')
  @Accepted()
  @ApiOkResponse({ type: SuccessDto })
  accepted(): SuccessDto {
    return SUCCESS;
  }

  @Delete()
  @ApiOkResponse({ type: SuccessDto })
  remove(): SuccessDto {
    return SUCCESS;
  }

  @Post('upload')
  @Consumes('application/octet-stream')
  @ApiOkResponse({ type: EchoDto })
  async upload(@Req() request: Request): Promise<EchoDto> {
    let size = 0;
    for await (const chunk of request) size += (chunk as Buffer).length;
    return { received: { size } };
  }
}

describe('requests to the API', () => {
  let app: FramedApp;

  beforeAll(async () => {
    app = await serveFramed([PlansController]);
  });
  afterAll(() => app.close());

  describe('with parameters', () => {
    it.each([
      ['', { limit: 20 }],
      ['page=3&limit=200', { page: 3, limit: 200 }],
      ['enabled=false', { enabled: false }],
      ['enabled=true&level=9&ratio=-0.5', { enabled: true, level: 9, ratio: -0.5 }],
      ['codes=a,b%2C,%20c', { codes: ['a', 'b', 'c'] }],
      ['codes=a&codes=b', { codes: ['a', 'b'] }],
      ['from=2026-03-29', { from: '2026-03-29' }],
      ['from=2026-03-29T08:00:00%2B08:00', { from: '2026-03-29T08:00:00+08:00' }],
      ['search=%25_%27%3B--', { search: "%_';--" }],
      ['unknown=1&__proto__=2&constructor=3', { limit: 20 }],
    ])('requests reach the handler with the parameters of the query "%s"', async (text, expected) => {
      const { status, body } = await query(text);
      expect({ status, body }).toMatchObject({ status: 200, body: { received: expected } });
      expect(body).not.toHaveProperty('received.unknown');
    });

    it.each([
      ['page=0', 'page'],
      ['page=-1', 'page'],
      ['page=abc', 'page'],
      ['page=1e9', 'page'],
      ['page=1.5', 'page'],
      ['page=', 'page'],
      ['page=99999999999', 'page'],
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['limit=1e9', 'limit'],
      ['page=1&page=2', 'page'],
      ['enabled=yes', 'enabled'],
      ['enabled=1', 'enabled'],
      ['enabled=true&enabled=true', 'enabled'],
      ['level=10', 'level'],
      ['ratio=NaN', 'ratio'],
      ['ratio=Infinity', 'ratio'],
      ['codes=a,b,c,d', 'codes'],
      ['from=2026-02-30', 'from'],
      ['from=yesterday', 'from'],
      ['from=2026-03-29T08:00:00+08:00', 'from'],
      ['from=2026-01-01&from=2026-01-02', 'from'],
      ['search=a&search=b', 'search'],
      ['search=a%00b', 'search'],
    ])('requests are refused with the query "%s"', async (text, path) => {
      const { status, body } = await query(text);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', details: [{ path }] },
      });
    });

    it.each([
      ['search', 101],
      ['search', 10_000],
      ['other', 10_000],
    ])('requests are refused if the parameter "%s" has %i characters', async (name, length) => {
      expect(await query(`${name}=${'x'.repeat(length)}`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', details: [{ path: name }] },
      });
    });

    it('requests may have an unknown parameter whose name contains brackets, and the parameter is ignored', async () => {
      const { status, body } = await query('search[$ne]=1');
      expect(status).toBe(200);
      expect(body).not.toHaveProperty('received.search');
    });

    it('requests are refused if a declared parameter is repeated', async () => {
      expect((await app.call('GET', '/api/plans/named?name=a')).body).toEqual({ received: { name: 'a' } });
      expect(await app.call('GET', '/api/plans/named?name=a&name=b')).toMatchObject({
        status: 400,
        body: { details: [{ path: 'name' }] },
      });
    });

    it('parameters in the path are decoded, and are refused if they contain NUL or are too long', async () => {
      expect((await label('%E4%B8%AD%2F..')).body).toEqual({ received: { label: '中/..' } });
      expect((await label('a%00b')).status).toBe(400);
      expect((await label('x'.repeat(2001))).status).toBe(400);
    });
  });

  describe('with bodies', () => {
    it('bodies reach the handler as instances of their class, without unknown fields', async () => {
      const body = JSON.parse('{"name":"a","id":7,"role":"admin","__proto__":{"isAdmin":true}}') as object;
      expect((await post(body)).body).toEqual({ received: { plan: { name: 'a' }, isPlan: true } });
    });

    it('bodies may omit optional fields, and may contain null only in nullable fields', async () => {
      expect(await post({ name: 'a', note: null })).toMatchObject({ status: 200 });
      expect(await post({ name: 'a', recipients: null })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'recipients' }] },
      });
      expect(await post({ name: null })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'name' }] },
      });
    });

    it('bodies are refused with a list of all problems and their paths', async () => {
      const { status, body } = await post({
        name: 7,
        recipients: ['a@example.com', 'nobody', 'b@example.com', ''],
        steps: [{ number: 1 }, { number: 0 }, { number: 'x' }],
      });
      expect(status).toBe(400);
      const { error, details } = body as { error: string; details: { path: string; message: string }[] };
      const paths = details.map(({ path }) => path);
      expect(error).toEqual(expect.any(String));
      expect(paths.toSorted()).toEqual([
        'name',
        'recipients[1]',
        'recipients[3]',
        'steps[1].number',
        'steps[2].number',
      ]);
      expect(details).toContainEqual({ path: 'recipients[1]', ...say('not_mail_address') });
    });

    it('bodies are refused with only one detail for a field that breaks several rules', async () => {
      const { body } = await post({ name: 'X'.repeat(21) });
      expect(body).toMatchObject({ details: [{ path: 'name' }] });
      expect((body as { details: object[] }).details).toHaveLength(1);
    });

    it.each([{ name: { $ne: 1 } }, { name: ['a'] }, { name: 'a', steps: 'x' }, { name: 'a', steps: [7] }])(
      'bodies are refused with values of the wrong types: %j',
      async (body) => {
        expect((await post(body)).status).toBe(400);
      },
    );

    it('bodies are passed unread to a route that declares a content type other than JSON', async () => {
      const type = { 'content-type': 'application/octet-stream' };
      expect((await app.call('POST', '/api/plans/upload', '\0\0\0', type)).body).toEqual({
        received: { size: 3 },
      });
      expect((await app.call('POST', '/api/plans/upload', { a: 1 })).status).toBe(415);
    });
  });

  it.each([
    ['POST', '/api/plans/created', 201],
    ['POST', '/api/plans/accepted', 202],
    ['DELETE', '/api/plans', 200],
  ])('requests to %s %s get the status %i', async (method, path, status) => {
    expect(await app.call(method, path)).toMatchObject({ status, text: '{"success":true}' });
  });

  describe('for pages', () => {
    it('requests for pages get plain arrays, with headers for the total and the neighbouring pages', async () => {
      const { ids, total, isExact, links } = await paged('page=2&limit=20&enabled=true&search=a%26b');
      expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => 21 + index));
      expect(total).toBe('45');
      expect(isExact).toBe('true');
      expect(Object.keys(links)).toEqual(['first', 'prev', 'next', 'last']);
      expect(links.next).toBe('/api/plans/paged?limit=20&enabled=true&search=a%26b&after=40');
    });

    it('requests for pages can follow the next links to the end of the list', async () => {
      const found: number[][] = [];
      for (let query: string | undefined = 'limit=20&search=a'; query !== undefined;) {
        const { ids, total, links } = await paged(query);
        expect([total, links.first]).toEqual(['45', '/api/plans/paged?limit=20&search=a&page=1']);
        found.push(ids);
        query = links.next?.split('?')[1];
      }
      expect(found.map(({ length }) => length)).toEqual([20, 20, 5]);
      expect(found.flat()).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
    });

    it('requests for pages after a cursor get no link to the previous page', async () => {
      expect(Object.keys((await paged('after=20')).links)).toEqual(['first', 'next', 'last']);
    });

    it.each(['after=20&page=1', 'after=20&after=40', `after=${'x'.repeat(2001)}`])(
      'requests for pages after a cursor are refused with the query "%s"',
      async (text) => {
        expect(await app.call('GET', `/api/plans/paged?${text}`)).toMatchObject({
          status: 400,
          body: { code: 'validation_failed', details: [{ path: 'after' }] },
        });
      },
    );

    it.each([
      ['', ['first', 'next', 'last']],
      ['page=3', ['first', 'prev', 'last']],
      ['limit=200', ['first', 'last']],
    ])('requests for pages get no links to pages that do not exist: %s', async (text, rels) => {
      expect(Object.keys((await paged(text)).links)).toEqual(rels);
    });

    it('requests for pages get no link to the last page if the list has more items than the API counts', async () => {
      const { headers } = await app.call('GET', '/api/plans/crowd?page=7');
      expect(headers.get('x-total-count')).toBe('10000');
      expect(headers.get('x-total-count-exact')).toBe('false');
      expect(relsOf(headers)).toEqual(['first', 'prev', 'next']);
    });

    // A page must start within the first 10,000 items. With 3 items per page, the last such page is 3334.
    it.each(['page=50&limit=200', 'page=3334&limit=3'])(
      'requests for pages are accepted with the query "%s"',
      async (text) => {
        const { status, headers } = await app.call('GET', `/api/plans/crowd?${text}`);
        expect(status).toBe(200);
        expect(relsOf(headers)).toEqual(['first', 'prev', 'next']);
      },
    );

    it.each(['page=51&limit=200', 'page=3335&limit=3', 'page=500000'])(
      'requests for pages are refused with the query "%s"',
      async (text) => {
        expect(await app.call('GET', `/api/plans/crowd?${text}`)).toMatchObject({
          status: 400,
          body: {
            code: 'validation_failed',
            details: [
              { path: 'page', message: expect.stringContaining('use the `after` cursor of the `next` link') },
            ],
          },
        });
      },
    );

    it('requests for pages get links to earlier pages if the requested page is beyond the end', async () => {
      const { ids, links } = await paged('page=9');
      expect(ids).toEqual([]);
      expect(links).toMatchObject({ prev: '/api/plans/paged?page=3&limit=20' });
      expect(links).not.toHaveProperty('next');
    });
  });

  function query(text: string) {
    return app.call('GET', `/api/plans/query?${text}`);
  }

  function label(text: string) {
    return app.call('GET', `/api/plans/labels/${text}`);
  }

  function post(body: unknown) {
    return app.call('POST', '/api/plans', body);
  }

  async function paged(text: string) {
    const { headers, body } = await app.call('GET', `/api/plans/paged?${text}`);
    const links = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)];
    return {
      ids: (body as ItemDto[]).map(({ id }) => id),
      total: headers.get('x-total-count'),
      isExact: headers.get('x-total-count-exact'),
      links: Object.fromEntries(links.map(([, address, rel]) => [rel, address])) as Record<string, string>,
    };
  }
});

function relsOf(headers: Headers): string[] {
  return [...(headers.get('link') ?? '').matchAll(/rel="(\w+)"/g)].map(([, rel = '']) => rel);
}
