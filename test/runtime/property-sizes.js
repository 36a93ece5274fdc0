const fc = require('fast-check');

// Without this, the arrays of properties have about ten elements at most, whatever their `maxLength` is.
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true });
