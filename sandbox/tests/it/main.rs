//! The sandbox from outside: real HTTP and SMTP against a sandbox of each test's own.
#![allow(clippy::unwrap_used)]

mod cards;
mod channels;
mod faults;
mod login;
mod mail;
mod packages;
mod partners;
mod payments;
mod phone;
mod push;
mod restart;
mod telecom;
mod world;
