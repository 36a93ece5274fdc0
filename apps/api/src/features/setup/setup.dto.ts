import { type Setup, SETUP_STEPS, type SetupStep } from '@app/domain';
import { OneOf } from '../../http/fields/one-of.decorator';

/** A step of the set-up. */
export class SetupStepDto {
  /** The part of the platform. */
  @OneOf(SETUP_STEPS) step: SetupStep;
  /** True if it is set up. Records of the demonstration building do not count. */
  done: boolean;
}

/** The steps until the platform runs for a building of its own. */
export class SetupDto implements Setup {
  /** True if the records of the demonstration building are there. */
  demonstration: boolean;
  /** The steps in the order in which they are best done. */
  steps: SetupStepDto[];
}
