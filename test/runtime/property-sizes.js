const fc = require('fast-check');

// Without this, the arrays of properties have only about ten elements more than `minLength`.
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true });
