import { TRANSLATIONS } from '../../../i18n/define-texts';
import { i18next } from '../../../i18n/language';
import { PROBLEM_MESSAGES } from './problem-messages';
import './problem-translations';
import { problemText } from './use-shown-problems';

const NAMESPACE = `${TRANSLATIONS}workflowProblems`;

const inChinese = (sentence: string) => problemText(i18next.getFixedT('zh-CN', NAMESPACE), sentence);

describe('the problems of a definition', () => {
  it.each([
    ['is missing', '缺失。'],
    ['is missing: the node "if" has the branches true, false', '缺失：节点 "if" 有分支 true, false。'],
    ['must be a number or text', '必须是数字 或 文本。'],
    ['must be "a number" or true or false', '必须是"a number" 或 true 或 false。'],
    ['fails with value_type: The point A accepts only numbers.', '将会失败：写入值的类型与点位不符。'],
    ['must be one of stop, retry, goto, but is nothing', '必须是 stop, retry, goto 之一，而不是空。'],
    ['names the report plan 7, which does not exist', '使用了不存在的报告计划 7。'],
    [
      'has an invalid expression at character 4: There is no "x" in nodeOutputs; there are a, b.',
      '第 4 个字符处的表达式无效：nodeOutputs 中没有“x”，可用的有 a, b。',
    ],
  ])('are shown in Chinese: %s', (sentence, chinese) => {
    expect(inChinese(sentence)).toBe(chinese);
    expect(problemText(undefined, sentence)).toBe(sentence);
  });

  it('are shown in English without the backticks of the reference', () => {
    expect(problemText(undefined, 'is required if `onlyWhen` is set')).toBe('is required if onlyWhen is set');
  });

  it('stay in English if the console has no text for them', () => {
    expect(inChinese('It rains.')).toBe('It rains.');
  });

  it('contain exactly the values for which the texts of the console have placeholders', () => {
    const texts = i18next.getResourceBundle('zh-CN', NAMESPACE) as Record<string, string>;
    for (const [key, { source }] of Object.entries(PROBLEM_MESSAGES)) {
      const needed = [...(texts[key] ?? '').matchAll(/{{(\w+)}}/g)].map(([, name]) => name);
      const given = [...source.matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name);
      expect([key, new Set(needed)]).toEqual([key, new Set(given)]);
    }
  });
});
