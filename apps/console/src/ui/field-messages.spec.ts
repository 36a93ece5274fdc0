import { i18next } from '../i18n/language';
import './field-message.texts';
import { FIELD_MESSAGES, readFieldMessage } from './field-messages';

describe('The messages of the API about fields', () => {
  it.each([
    ['name should not be empty', 'required', {}],
    ['limits.warningKw must not be less than -1000000000', 'atLeast', { least: '-1000000000' }],
    ['role must be one of the following values: viewer, admin', 'choice', { values: 'viewer, admin' }],
    ['The password must have at least 12 characters.', 'longer', { least: '12' }],
    ['Area 7 does not exist.', 'gone', {}],
  ])('are recognized: %s', (sentence, key, values) => {
    expect(readFieldMessage(sentence)).toEqual({ key, values });
  });

  it('are not recognized if the console has no text for them', () => {
    expect(readFieldMessage('The set has no area with the index 3.')).toBeNull();
  });

  it('contain exactly the values for which the texts of the console have placeholders', () => {
    const texts = i18next.getResourceBundle('zh-CN', 'fieldMessages') as Record<string, string>;
    for (const [key, { source }] of Object.entries(FIELD_MESSAGES)) {
      const needed = [...(texts[key] ?? '').matchAll(/{{(\w+)}}/g)].map(([, name]) => name);
      const given = [...source.matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name);
      expect([key, needed]).toEqual([key, given]);
    }
  });
});
