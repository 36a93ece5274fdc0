/**
 * Turns of phrase that docs/style.md rules out, each with advice on what to write instead. A rule marked `start`
 * matches only the first words of a sentence.
 */
export const RULES = [
  { pattern: /\banew\b/i, advice: 'again' },
  { pattern: /\b(?:whoever|whatever|whichever|whomever|whom)\b/i, advice: 'name the subject' },
  { pattern: /\bbe it\b/i, advice: 'if it is' },
  { pattern: /\b(?:tells?|telling|told)\b/i, advice: 'returns, reports, says, shows' },
  { pattern: /\bin hand\b/i, advice: 'name the state: claimed, pending, running' },
  { pattern: /\b(?:of those|those which|that which)\b/i, advice: 'name the things' },
  { pattern: /\bof which\b/i, advice: 'start a new sentence' },
  { pattern: /\bsees? to it\b/i, advice: 'makes sure' },
  { pattern: /\blets? go of\b/i, advice: 'releases, closes' },
  {
    pattern: /\b(?:lest|thereof|therein|thereby|hereby|hence|whence|thence|albeit)\b/i,
    advice: 'use a common word',
  },
  {
    pattern: /\b(?:he|him|his|himself|she|her|hers|herself)\b/i,
    advice: 'they for a person, it for a process',
  },
  {
    pattern:
      /[,;:] for (?:it|he|she|they|we|there|this|that|these|those|nobody|nothing|otherwise|else|what|whoever|neither|such|not)\b/i,
    advice: 'because',
  },
  {
    pattern:
      /\bwhat (?:is|was|came|comes|has|had|goes|went|stands|lies|became|becomes) (?:due|there|of|in|on|under|left|to)\b/i,
    advice: 'name the things',
  },
  {
    pattern:
      /\b(?:by|of|with|from|for|to|on|at|in|about|after|before) what (?:is|was|it|they|has|had|a|the|there|comes|came|goes|was|we|he|others?)\b/i,
    advice: 'name the thing',
  },
  {
    start: true,
    pattern:
      /^(?:What|Whose|Those|These which|Of (?:these|those|all|several|two|the|what|them|calls|processes))\b(?![^.]*\?)/,
    advice: 'begin with a subject',
  },
  { start: true, pattern: /^Where\b(?! (?:to|it|and)\b)(?![^.]*\?)/, advice: 'if or when' },
  {
    pattern:
      /\b(?:makes?|made) (?:a|an|the) (?:user|workflow|account|alert|area|meter|point|record|execution|row)s?\b/i,
    advice: 'create',
  },
];
