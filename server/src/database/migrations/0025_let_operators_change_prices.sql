-- The operator console reads and adds prices and exchange rates; two operators agree to each [OC-12].
grant select, insert on price_items, exchange_rates to idanimo_console;
