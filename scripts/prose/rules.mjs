/**
 * Turns of phrase that docs/style.md rules out, each with advice on what to write instead, and an example that breaks
 * only this rule. A rule marked `start` matches only the first words of a sentence.
 */
export const RULES = [
  { pattern: /\banew\b/i, advice: 'again', example: 'Read the row anew.' },
  {
    pattern: /\b(?:whoever|whatever|whichever|whomever|whom)\b/i,
    advice: 'name the subject',
    example: 'The lease goes to whoever asks first.',
  },
  { pattern: /\bbe it\b/i, advice: 'if it is', example: 'A reading, be it old or new, is stored.' },
  {
    pattern: /\b(?:tells?|telling|told)\b/i,
    advice: 'returns, reports, says, shows',
    example: 'The route tells the number of users.',
  },
  {
    pattern: /\bin hand\b/i,
    advice: 'name the state: claimed, pending, running',
    example: 'The worker has three executions in hand.',
  },
  {
    pattern: /\b(?:of those|those which|that which)\b/i,
    advice: 'name the things',
    example: 'Only those which are due run.',
  },
  {
    pattern: /\bof which\b/i,
    advice: 'start a new sentence',
    example: 'The list, of which a page is returned, is sorted.',
  },
  { pattern: /\bsees? to it\b/i, advice: 'makes sure', example: 'The sweep sees to it that no job is lost.' },
  { pattern: /\blets? go of\b/i, advice: 'releases, closes', example: 'The process lets go of the lock.' },
  {
    pattern: /\b(?:lest|thereof|therein|thereby|hereby|hence|whence|thence|albeit)\b/i,
    advice: 'use a common word',
    example: 'The queue is full, hence the job waits.',
  },
  {
    pattern: /\b(?:he|him|his|himself|she|her|hers|herself)\b/i,
    advice: 'they for a person, it for a process',
    example: 'The user changes his password.',
  },
  {
    pattern:
      /[,;:] for (?:it|he|she|they|we|there|this|that|these|those|nobody|nothing|otherwise|else|what|whoever|neither|such|not)\b/i,
    advice: 'because',
    example: 'The read is repeated, for it may have failed.',
  },
  {
    pattern:
      /\bwhat (?:is|was|came|comes|has|had|goes|went|stands|lies|became|becomes) (?:due|there|of|in|on|under|left|to)\b/i,
    advice: 'name the things',
    example: 'The sweep queues what is due there.',
  },
  {
    pattern:
      /\b(?:by|of|with|from|for|to|on|at|in|about|after|before) what (?:is|was|it|they|has|had|a|the|there|comes|came|goes|was|we|he|others?)\b/i,
    advice: 'name the thing',
    example: 'The count differs from what the page shows.',
  },
  {
    start: true,
    pattern:
      /^(?:What|Whose|Those|These which|Of (?:these|those|all|several|two|the|what|them|calls|processes))\b(?![^.]*\?)/,
    advice: 'begin with a subject',
    example: 'What the rule watches.',
  },
  {
    start: true,
    pattern: /^Where\b(?! (?:to|it|and)\b)(?![^.]*\?)/,
    advice: 'if or when',
    example: 'Where no row exists, the route answers 404.',
  },
  {
    pattern:
      /\b(?:makes?|made) (?:a|an|the) (?:user|workflow|account|alert|area|meter|point|record|execution|row)s?\b/i,
    advice: 'create',
    example: 'The service makes a user.',
  },
];
