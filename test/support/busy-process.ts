// A program that does nothing but compute.
process.send?.('ready');
for (;;);
