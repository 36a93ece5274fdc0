import { Environment } from '@app/config';
import { Throttle } from '@app/ephemeral';
import { RecipientLimit } from './recipient-limit';

function aLimit(mailsPerHour: number): RecipientLimit {
  const environment = Object.assign(new Environment(), { LIMIT_WORKFLOW_MAILS_PER_HOUR: mailsPerHour });
  return new RecipientLimit(new Throttle({ client: undefined } as never), environment);
}

describe('RecipientLimit', () => {
  it('refuses the first mail beyond the limit, and names the mailbox', async () => {
    const limit = aLimit(2);
    await limit.count(['ada@example.org']);
    await limit.count(['Ada@Example.org']);
    await expect(limit.count(['ada@example.org'])).rejects.toMatchObject({
      kind: 'too_many',
      code: 'too_many_mails',
      message:
        'Workflows have already sent 2 mails to ada@example.org within an hour (LIMIT_WORKFLOW_MAILS_PER_HOUR).',
      retryAfterSeconds: 3600,
    });
    await limit.count(['bob@example.org']);
  });

  it('does not count a refused mail for any recipient if one recipient has reached the limit', async () => {
    const limit = aLimit(1);
    await limit.count(['ada@example.org']);
    await expect(limit.count(['bob@example.org', 'ada@example.org'])).rejects.toMatchObject({
      code: 'too_many_mails',
    });
    await limit.count(['bob@example.org']);
  });

  it('checks without counting, and refuses as a further mail would be refused', async () => {
    const limit = aLimit(1);
    await limit.check(['ada@example.org']);
    await limit.check(['ada@example.org']);
    await limit.count(['ada@example.org']);
    const refused = limit.check(['bob@example.org', 'Ada@example.org']);
    await expect(refused).rejects.toMatchObject({ code: 'too_many_mails', retryAfterSeconds: 3600 });
    await limit.count(['bob@example.org']);
  });

  it('allows exactly the limit if 500 mails are requested at the same time', async () => {
    const limit = aLimit(20);
    const mails = Array.from({ length: 500 }, () => limit.count(['ada@example.org']));
    const results = await Promise.allSettled(mails);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  });
});
