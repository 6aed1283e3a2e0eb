//! The API from outside: a server, a database and a sandbox of each test's own, over HTTP and WebSocket.
#![allow(clippy::unwrap_used)]

mod access;
mod account;
mod brackets;
mod cart;
mod choosing;
mod content;
mod core;
mod delivery;
mod documents;
mod inbox;
mod jobs;
mod kill;
mod load;
mod matches;
mod messages;
mod migrations;
mod mobile;
mod names;
mod notices;
mod openapi;
mod operations;
mod orders;
mod owners;
mod pages;
mod profile;
mod promoters;
mod registration;
mod relay;
mod states;
mod support;
mod sync;
mod teams;
mod threads;
mod tour;
mod tournaments;
