import { Module } from '@nestjs/common';
import { RememberedValuesService } from './remembered-values.service';

@Module({ providers: [RememberedValuesService], exports: [RememberedValuesService] })
export class RememberedValuesModule {}
