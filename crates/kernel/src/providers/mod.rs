//! Counterparties that every owner may need, and the code that all counterparties share. HTTP, or SMTP for mail; always with a timeout. The
//! contracts are in `docs/providers/`.

pub mod circuit;
pub mod concurrency;
pub mod gateway;
pub mod mail;
pub mod push;
pub mod signature;
pub mod telecom;
