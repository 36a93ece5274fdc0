import { workflowVariables } from '@app/config';
import { SecretValues } from '@app/kernel';
import { Module } from '@nestjs/common';
import { CalendarsModule } from '../../operations/calendars/calendars.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { ExpressionSites } from './expression-sites';

/** The time zone, the calendars and the variables of workflows, which expressions can read. */
@Module({
  imports: [CalendarsModule, ConfigurationModule],
  providers: [ExpressionSites, { provide: SecretValues, useFactory: environmentOfWorkflows }],
  exports: [ExpressionSites, SecretValues],
})
export class ExpressionSitesModule {}

function environmentOfWorkflows(): SecretValues {
  const { secrets, plain } = workflowVariables();
  return new SecretValues(secrets, plain);
}
