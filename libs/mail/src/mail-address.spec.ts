import { isMailAddress, parseSender } from './mail-address';

describe('isMailAddress', () => {
  it.each([
    'ada@example.org',
    'ada+tag@sub.example.org',
    "o'brien@example.org",
    'admin@localhost',
    '用户@例子.公司',
  ])('accepts %s', (address) => {
    expect(isMailAddress(address)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['no text', 7],
    ['a list', ['ada@example.org']],
    ['nothing', ''],
    ['no domain', 'ada'],
    ['two addresses', 'ada@example.org,eve@example.org'],
    ['two addresses in another notation', 'ada@example.org;eve@example.org'],
    ['a second line', 'ada@example.org\r\nBcc: eve@example.org'],
    ['a line feed at the end', 'ada@example.org\n'],
    ['NUL', 'ada\0@example.org'],
    ['a quoted part', '"ada@example.org"@example.net'],
    ['a comment', 'ada(comment)@example.org'],
    ['a group', 'group:ada@example.org;'],
    ['a display name', 'Ada <ada@example.org>'],
    ['a blank', 'a da@example.org'],
    ['an address literal', 'ada@[127.0.0.1]'],
    ['more than 254 characters', `${'a'.repeat(60)}@${'b.'.repeat(120)}org`],
  ])('refuses %s', (_, address) => {
    expect(isMailAddress(address)).toBe(false);
  });
});

describe('parseSender', () => {
  it.each([
    ['plantroom@example.org', { name: '', address: 'plantroom@example.org' }],
    ['Plantroom <plantroom@example.org>', { name: 'Plantroom', address: 'plantroom@example.org' }],
    ['"Plant, room" <plantroom@example.org>', { name: 'Plant, room', address: 'plantroom@example.org' }],
    [' 能源平台 < plantroom@example.org > ', { name: '能源平台', address: 'plantroom@example.org' }],
  ])('parses %s', (text, sender) => {
    expect(parseSender(text)).toEqual(sender);
  });

  it.each([
    '',
    'Plantroom',
    'Plantroom <plantroom>',
    'A <a@example.org>, B <b@example.org>',
    'Plantroom\r\nBcc: eve@example.org <plantroom@example.org>',
    'Plantroom <plantroom@example.org\r\nBcc: eve@example.org>',
  ])('refuses %j', (text) => {
    expect(parseSender(text)).toBeNull();
  });
});
