import { useMemo } from 'react';
import type { Translate } from '../../../i18n/define-texts';
import { NODE_FAILURES, type NodeFailure } from '../node-failures';
import type { Workflow } from '../workflows.queries';
import { readProblemMessage } from './problem-messages';
import { type ProblemText, useProblemTranslations } from './problem-translations';

export type Problem = Workflow['problems'][number];

/** The result of a check by the API. */
export interface Problems {
  problems: readonly Problem[];
  warnings: readonly Problem[];
}

/** Words of the API within a value. A quoted value is not translated. */
const WORDS =
  /"[^"]*"|\b(?:true or false|a whole number|an? (?:number|array|list|object|text|expression)|text|nothing|something else)\b| or /g;

/** Returns the problems and warnings in the language of the user. */
export function useShownProblems({ problems, warnings }: Problems): Problems {
  const t = useProblemTranslations();
  return useMemo(() => {
    const shown = (list: readonly Problem[]) =>
      list.map(({ path, message }) => ({ path, message: problemText(t, message) }));
    return { problems: shown(problems), warnings: shown(warnings) };
  }, [t, problems, warnings]);
}

/**
 * Translates a sentence of the API about a definition. An unknown sentence stays as it is.
 * @param t undefined in English
 */
export function problemText(t: Translate<ProblemText> | undefined, sentence: string): string {
  if (!t) return sentence.replaceAll('`', '');
  const known = readProblemMessage(sentence);
  if (!known) return sentence;
  const { wanted, given, kind, reason, failure, ...values } = known.values;
  if (wanted !== undefined) values['wanted'] = inWords(t, wanted);
  if (given !== undefined) values['given'] = inWords(t, given);
  if (kind !== undefined) values['kind'] = t(kind as ProblemText);
  if (reason !== undefined) values['reason'] = problemText(t, reason);
  if (failure !== undefined) values['failure'] = NODE_FAILURES[failure as NodeFailure] ?? failure;
  return t(known.key, values);
}

const inWords = (t: Translate<ProblemText>, value: string): string =>
  value.replaceAll(WORDS, (word) => (word.startsWith('"') ? word : t(word as ProblemText)));
