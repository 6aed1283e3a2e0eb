//! Checks that the shipped proxy file knows the calls: which may take long, which must not be retried, and the answer for a process that
//! does not respond.

use std::collections::BTreeSet;

use clap::Parser as _;
use serde_json::Value;

use super::document;
use super::routes::TIMEOUT;
use crate::features;
use manao_kernel::access::rules::Verb;
use manao_kernel::problem::answer::KINDS;
use manao_kernel::problem::codes;
use manao_kernel::settings::Settings;

const FILE: &str = include_str!("../../../deploy/Caddyfile");

/// A call that may answer with one of these asks a counterparty, or waits for an earlier try.
const ASKS: &[&str] =
    &["login_unavailable", "telecom_unavailable", "partner_unavailable", "payment_unavailable", "idempotency_key_busy"];

/// Slow calls whose codes do not show it: they ask the login provider, draw, or wait for the store of files.
const SLOW: &[&str] = &[
    "/api/oauth/logout",
    "/api/purchase/receipt/{number}/pdf",
    "/api/tournament/export-match/{tournamentId}/{bracketFormat}",
    "/api/tournament/export-player/{tournamentId}/{bracketFormat}",
    "/api/user/document/view/{id}",
];

/// Returns a path with parameters as the file writes it.
fn pattern(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { "*" } else { part }).collect::<Vec<_>>().join("/")
}

/// Returns the text from the line that begins with `start` to the end of its block, or of the line if it opens none.
fn block(start: &str) -> &'static str {
    let at = FILE.match_indices(start).map(|(at, _)| at).find(|at| FILE[..*at].ends_with(['\n', '\t'])).expect(start);
    let text = &FILE[at..];
    let line = text.split('\n').next().unwrap_or_default();
    if !line.ends_with('{') {
        return line;
    }
    let mut depth = 0;
    let end = text.char_indices().find(|(_, character)| {
        depth += match character {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        *character == '}' && depth == 0
    });
    &text[..end.expect("the block ends").0]
}

fn paths(start: &str) -> BTreeSet<String> {
    block(start).split_whitespace().filter(|word| word.starts_with("/api/")).map(str::to_owned).collect()
}

/// Returns the seconds that a block waits for the head of an answer.
fn patience(start: &str) -> f64 {
    let written = block(start).split("response_header_timeout ").nth(1).unwrap().split_whitespace().next().unwrap();
    let (number, unit) = written.split_at(written.find(|character: char| !character.is_ascii_digit()).unwrap());
    let unit = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => panic!("{written}"),
    };
    number.parse::<f64>().unwrap() * unit
}

#[test]
fn the_proxy_waits_for_slow_calls_and_repeats_none_that_writes() {
    let document = document().unwrap();
    let (mut slow, mut uploads) = (SLOW.iter().map(|path| pattern(path)).collect::<BTreeSet<_>>(), BTreeSet::new());
    for (path, item) in document["paths"].as_object().unwrap() {
        for call in item.as_object().unwrap().values() {
            let codes = call["responses"].as_object().into_iter().flat_map(|all| all.values());
            let asks = codes
                .flat_map(|answer| answer["x-codes"].as_array().into_iter().flatten())
                .any(|code| ASKS.contains(&code.as_str().unwrap()));
            if call["requestBody"]["content"]["multipart/form-data"].is_object() {
                uploads.insert(pattern(path));
            } else if asks {
                slow.insert(pattern(path));
            }
        }
    }
    assert_eq!(paths("@slow {"), slow);
    assert_eq!(paths("@uploads path"), uploads);
    for path in SLOW {
        assert!(document["paths"].get(path).is_some(), "{path}");
    }
    let rules = features::rules(&features::all());
    let writes = rules.iter().filter(|rule| rule.verb == Verb::WritingGet);
    assert_eq!(paths("(reads) {"), writes.map(|rule| format!("/api{}", pattern(&rule.path))).collect::<BTreeSet<_>>());
}

#[derive(clap::Parser)]
struct Only {
    #[command(flatten)]
    settings: Settings,
}

#[test]
fn the_proxy_waits_longer_than_the_shop_works() {
    let upload = TIMEOUT + manao_people::files::longest(&Only::parse_from(["test"]).settings);
    assert!(patience("handle @uploads {") > upload.as_secs_f64(), "{upload:?}");
    assert!(patience("handle @slow {") > TIMEOUT.as_secs_f64());
    // A read is retried once the hanging process is out, and within the time for retries.
    let upstreams = block("(upstreams) {");
    for setting in ["health_interval 1s", "health_timeout 2s", "lb_try_duration 6s"] {
        assert!(upstreams.contains(setting), "{setting}");
    }
    for time in [patience("handle /ws {"), patience("handle {\n\t\treverse_proxy")] {
        assert!(time > 3.0 && time < 6.0, "{time}");
    }
}

#[test]
fn the_proxy_refuses_in_the_shops_words() {
    let bodies: Vec<Value> =
        FILE.split('`').filter(|text| text.starts_with("{\"")).map(|text| serde_json::from_str(text).unwrap()).collect();
    let mut said = BTreeSet::new();
    for body in &bodies {
        let code = codes::ALL.iter().find(|code| body["code"] == code.name).unwrap();
        assert_eq!((&body["status"], &body["title"]), (&code.status.into(), &code.en.into()));
        assert_eq!(body["type"], format!("{}{}", KINDS, code.name));
        assert_eq!(body["detail"], body["message"]);
        let lang = if body["message"] == code.th { "th" } else { "en" };
        assert!(body["message"] == code.th || body["message"] == code.en, "{body}");
        said.insert((code.name, lang));
    }
    let expected = ["request_timeout", "service_unavailable"].into_iter().flat_map(|code| [(code, "en"), (code, "th")]);
    assert_eq!(said, expected.collect::<BTreeSet<_>>());
    let page = format!("{}\n{}", codes::service_unavailable.th, codes::service_unavailable.en);
    assert!(FILE.contains(&page));
}
