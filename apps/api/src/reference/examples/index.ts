import { ExampleSet } from '../example-set';
import { ACCOUNT_EXAMPLES } from './account-examples';
import { ENERGY_EXAMPLES } from './energy-examples';
import { EVENT_EXAMPLES } from './event-examples';
import { PLATFORM_EXAMPLES } from './platform-examples';
import { WORKFLOW_EXAMPLES } from './workflow-examples';

/** Every example of the reference. Each JSON body of a route needs at least one. */
export const EXAMPLES = [
  ACCOUNT_EXAMPLES,
  ENERGY_EXAMPLES,
  EVENT_EXAMPLES,
  PLATFORM_EXAMPLES,
  WORKFLOW_EXAMPLES,
].reduce((all, some) => all.include(some), new ExampleSet());
