CREATE TABLE orders (
    id         INTEGER PRIMARY KEY,
    number     TEXT    NOT NULL UNIQUE,
    created_at INTEGER NOT NULL, -- epoch ms
    customer   TEXT    NOT NULL,
    region     TEXT    NOT NULL,
    category   TEXT    NOT NULL,
    product    TEXT    NOT NULL,
    status     TEXT    NOT NULL,
    amount     INTEGER NOT NULL, -- cents
    ship_hours INTEGER           -- from order to shipment; null: not shipped
) STRICT;

CREATE INDEX orders_by_time ON orders (created_at);
