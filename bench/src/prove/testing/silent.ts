/** A proof that ends in the middle. */
process.exitCode = 0;
