import { composeMessage } from './compose-message';
import type { Mail } from './mailer';

const FROM = 'Plantroom <plantroom@example.org>';
const aMail = (overrides: Record<string, unknown> = {}) =>
  ({ to: ['ada@example.org'], subject: 'Subject', text: 'Text', ...overrides }) as Mail;
const compose = (mail: Mail, from: string | null = FROM) => composeMessage(mail, from, 3);

const idOf = (key?: string) => compose(aMail({ key })).messageId;

describe('composeMessage', () => {
  it('addresses each recipient once, with the name of the sender', () => {
    const message = compose(aMail({ to: ['ada@example.org', 'bob@example.org', 'ada@example.org'] }));
    expect(message).toEqual({
      from: { name: 'Plantroom', address: 'plantroom@example.org' },
      to: [
        { name: '', address: 'ada@example.org' },
        { name: '', address: 'bob@example.org' },
      ],
      textEncoding: 'quoted-printable',
      subject: 'Subject',
      text: 'Text',
    });
  });

  it('uses the same message id for all attempts to send a mail, and different ids for different mails', () => {
    expect(idOf('run 1\r\nBcc: eve@example.org')).toMatch(/^<[0-9a-f]{40}@example\.org>$/);
    expect(idOf('run 1')).toBe(idOf('run 1'));
    expect(idOf('run 1')).not.toBe(idOf('run 2'));
    expect(idOf()).toBeUndefined();
  });

  it('uses the template in the language of the mail', () => {
    const context = { platformName: '能源\r\nBcc: eve@example.org', username: 'Ada' };
    const mail = {
      to: ['ada@example.org'],
      template: 'password-changed',
      language: 'zh-CN',
      context,
    } as const;
    expect(compose(mail)).toMatchObject({
      subject: '您的 能源 Bcc: eve@example.org 密码已更改',
      template: 'zh-CN/password-changed',
      textTemplate: 'zh-CN/password-changed',
      context: { ...context, language: 'zh-CN' },
    });
  });

  it('uses the sender no-reply@localhost if none is configured', () => {
    expect(compose(aMail(), null).from).toEqual({ name: '', address: 'no-reply@localhost' });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no recipient', { to: [] }, 'to'],
    ['too many recipients', { to: ['a@b.org', 'c@b.org', 'd@b.org', 'e@b.org'] }, 'to'],
    ['an invalid recipient', { to: ['ada@example.org', 'bob'] }, 'to[1]'],
    ['a header in a recipient', { to: ['ada@example.org\r\nBcc: eve@example.org'] }, 'to[0]'],
    ['a recipient that is an object', { to: [{ path: '/etc/passwd' }] }, 'to[0]'],
    ['a header in the subject', { subject: 'Subject\r\nBcc: eve@example.org' }, 'subject'],
    ['a subject of unlimited length', { subject: 'a'.repeat(999) }, 'subject'],
    ['a subject that is an object', { subject: { path: '/etc/passwd' } }, 'subject'],
    ['a text that is a file', { text: { path: '/etc/passwd' } }, 'text'],
    ['a text that is an address', { text: { href: 'http://127.0.0.1/' } }, 'text'],
    ['no text', { text: undefined }, 'text'],
    ['an HTML that is a file', { html: { path: '/etc/passwd' } }, 'html'],
  ])('refuses %s', (_, overrides, path) => {
    const details = [expect.objectContaining({ path, message: expect.any(String) })];
    expect(() => compose(aMail(overrides))).toThrow(expect.objectContaining({ kind: 'invalid', details }));
  });

  it('refuses an invalid sender', () => {
    const from = 'Plantroom <plantroom>\r\nBcc: eve@example.org';
    expect(() => compose(aMail(), from)).toThrow(expect.objectContaining({ kind: 'invalid' }));
  });
});
