//! Publicly known keys: the settings' defaults, and values in the files of this repository.

use std::net::IpAddr;

use axum::http::Uri;
use clap::{ArgMatches, Command};

/// Files that contain example keys.
const FILES: &[&str] = &[include_str!("../../../docker-compose.yml"), include_str!("../../README.md")];

/// Keys of tests and measurements; those shorter than 32 bytes are refused anyway.
const OF_TESTS: &[&str] = &[
    "0123456789abcdef0123456789abcdef",
    "a secret of the tests of the relay, 32 bytes at least",
    "a secret of the tests that kill, 32 bytes at least",
    "a secret that only the bench uses",
    "bWFuYW8tcmVsYXktdGVzdHMtMzItYnl0ZXMta2V5ISE=",
    "another-secret-another-secret-an",
    "not the secret, but long enough!",
];

/// Returns the names of the secret settings in `given` whose value is published in this repository. A setting is secret if its value is hidden
/// in the help; in an address only the password is.
pub fn known_secrets(command: &Command, given: &ArgMatches) -> Vec<String> {
    let secret = command.get_arguments().filter(|setting| setting.is_hide_env_values_set());
    let known = secret.filter(|setting| {
        let value = given.get_raw(setting.get_id().as_str()).and_then(|mut values| values.next()?.to_str());
        let defaults: Vec<&str> = setting.get_default_values().iter().filter_map(|value| value.to_str()).collect();
        value.and_then(secret_part).is_some_and(|secret| {
            defaults
                .into_iter()
                .filter_map(secret_part)
                .chain(FILES.iter().flat_map(|file| words(file)))
                .chain(OF_TESTS.iter().copied())
                .any(|word| word == secret)
        })
    });
    known.filter_map(|setting| setting.get_env()?.to_str().map(str::to_owned)).collect()
}

/// Refuses publicly known keys.
///
/// # Errors
/// Naming the settings.
pub fn demand_own_keys(command: &Command, given: &ArgMatches) -> anyhow::Result<()> {
    let known = known_secrets(command, given);
    let settings = known.join(", ");
    anyhow::ensure!(known.is_empty(), "these keys stand in Manao's own files, so everybody knows them: set your own {settings}");
    Ok(())
}

/// Returns the secret part of a value.
fn secret_part(value: &str) -> Option<&str> {
    let Some((_, rest)) = value.split_once("://") else { return Some(value).filter(|value| !value.is_empty()) };
    let (user, _) = rest.split(['/', '?']).next()?.rsplit_once('@')?;
    user.split_once(':').map(|(_, password)| password).filter(|password| !password.is_empty())
}

/// Returns the possible values in a file: its words, and the text after `NAME=` and `${NAME:-`.
fn words(file: &str) -> impl Iterator<Item = &str> {
    let words = file.split(|c: char| c.is_whitespace() || "\"'`{}$,|()<>".contains(c));
    words.flat_map(|word| {
        let named = word.split_once(":-").or_else(|| word.split_once('=')).map(|(_, value)| value);
        [Some(word), named].into_iter().flatten()
    })
}

/// Whether an address leads to this machine itself.
pub fn is_this_machine(address: &str) -> bool {
    let Ok(address) = address.parse::<Uri>() else { return false };
    let Some(host) = address.host() else { return false };
    let host = host.trim_start_matches('[').trim_end_matches(']').trim_end_matches('.').to_ascii_lowercase();
    match host.parse::<IpAddr>() {
        Ok(address) => address.to_canonical().is_loopback(),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::JwtSettings;
    use clap::Args as _;

    #[test]
    fn loopback_and_localhost_are_this_machine() {
        for here in [
            "http://localhost:8080",
            "http://LOCALHOST",
            "https://shop.localhost/th",
            "http://127.0.0.1:8080",
            "http://127.9.9.9",
            "http://[::1]:8080",
        ] {
            assert!(is_this_machine(here), "{here}");
        }
        for elsewhere in [
            "https://shop.example",
            "https://localhost.example",
            "https://notlocalhost",
            "https://127.0.0.1.example",
            "https://localhost@shop.example",
            "http://10.0.0.1",
            "http://[2001:db8::1]",
            "*",
            "",
        ] {
            assert!(!is_this_machine(elsewhere), "{elsewhere}");
        }
    }

    #[test]
    fn a_key_of_the_examples_is_known_and_an_own_one_is_not() {
        let command = || JwtSettings::augment_args(Command::new("hub"));
        let of = |key: &str| known_secrets(&command(), &command().get_matches_from(["hub", "--jwt-secret", key]));
        assert_eq!(of("compose-only-secret-change-me-0123456789abcdef"), ["JWT_SECRET"]);
        assert_eq!(of("at-least-thirty-two-bytes-of-secret"), ["JWT_SECRET"]);
        assert!(of("nobody-knows-this-one-0123456789abcdef").is_empty());
    }

    #[test]
    fn of_an_address_the_password_is_secret() {
        assert_eq!(secret_part("redis://redis:6379"), None);
        assert_eq!(secret_part("postgres://manao:manao@postgres/manao"), Some("manao"));
        assert_eq!(secret_part("smtps://shop:pa:ss@mail.example:465"), Some("pa:ss"));
        assert_eq!(secret_part("a plain key"), Some("a plain key"));
    }
}
