//! docs/OPERATIONS.md names every setting with its default, and every metric.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args as _, FromArgMatches as _};
use manao_kernel::Settings;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn page() -> String {
    std::fs::read_to_string(root().join("docs/OPERATIONS.md")).unwrap()
}

#[test]
fn every_setting_stands_in_the_page_with_its_default() {
    let page = page();
    let command = Settings::augment_args(clap::Command::new("manao"));
    let mut rows = BTreeSet::new();
    for setting in command.get_arguments() {
        let Some(name) = setting.get_env() else { continue };
        let default: Vec<&str> = setting.get_default_values().iter().map(|value| value.to_str().unwrap()).collect();
        let default = if default.is_empty() { "–".to_owned() } else { format!("`{}`", default.join(",")) };
        rows.insert(format!("| `{}` | {default} | ", name.to_str().unwrap()));
    }
    assert!(rows.len() > 50);
    let missing: Vec<&String> = rows.iter().filter(|row| !page.contains(row.as_str())).collect();
    assert!(missing.is_empty(), "not in the page: {missing:#?}");
    let told =
        page.lines().filter(|line| line.starts_with("| `") && rows.iter().any(|row| line.starts_with(row.as_str()))).count();
    let settings = page.split("## Is it well?").next().unwrap();
    let all = settings.lines().filter(|line| line.starts_with("| `") && line.as_bytes()[3].is_ascii_uppercase()).count();
    assert_eq!(all, told, "the page tells of a setting that does not exist");
}

#[test]
fn every_metric_stands_in_the_page_and_no_other() {
    let page = page();
    let mut emitted = BTreeSet::new();
    for folder in ["api/src", "crates", "hub/src"] {
        collect(&root().join(folder), &mut emitted);
    }
    assert!(emitted.len() > 20);
    let names = page.split('`').skip(1).step_by(2).map(|code| code.split('{').next().unwrap_or(code));
    let told: BTreeSet<String> = names
        .filter(|name| name.starts_with("hub_") || name.starts_with("manao_"))
        .map(|name| name.split(' ').next().unwrap().to_owned())
        .collect();
    assert_eq!(emitted, told);
    // Each of the shop's metrics has a description.
    let meters = std::fs::read_to_string(root().join("api/src/server/meters.rs")).unwrap();
    let unsaid: Vec<_> =
        emitted.iter().filter(|name| name.starts_with("manao_") && !meters.contains(&format!("(\"{name}\", "))).collect();
    assert!(unsaid.is_empty(), "without HELP: {unsaid:?}");
}

/// Names given to `counter!`, `gauge!` and `histogram!`.
fn collect(folder: &Path, names: &mut BTreeSet<String>) {
    each_source(folder, &mut |source| {
        for kind in ["counter!(", "gauge!(", "histogram!("] {
            for (at, _) in source.match_indices(kind) {
                let rest = source[at + kind.len()..].trim_start();
                let name = rest.strip_prefix('"').and_then(|rest| rest.split('"').next());
                names.extend(name.map(str::to_owned));
            }
        }
    });
}

fn each_source(folder: &Path, look: &mut impl FnMut(&str)) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            each_source(&path, look);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            look(&std::fs::read_to_string(&path).unwrap());
        }
    }
}

/// Secrets from compose.yml must be refused by a shop of other machines.
#[test]
fn every_secret_of_compose_is_known() {
    let compose = std::fs::read_to_string(root().join("docker-compose.yml")).unwrap();
    let block = compose.split("x-settings: &settings").nth(1).unwrap().split("\n\n").next().unwrap().to_owned();
    let command = || Settings::augment_args(clap::Command::new("manao"));
    let mut arguments = vec!["manao".to_owned()];
    let mut secrets = BTreeSet::new();
    for setting in command().get_arguments().filter(|setting| setting.is_hide_env_values_set()) {
        let name = setting.get_env().unwrap().to_str().unwrap();
        let Some(line) = block.lines().find(|line| line.trim().starts_with(&format!("{name}: "))) else { continue };
        // `${NAME:-value}`, alone or within the value, is its default.
        let value = line.trim().split_once(": ").unwrap().1.replace('}', "");
        let value = value.split("${").map(|part| part.split_once(":-").map_or(part, |(_, value)| value)).collect::<String>();
        arguments.push(format!("--{}={value}", setting.get_long().unwrap()));
        if name != "SMTP_URL" {
            secrets.insert(name.to_owned());
        }
    }
    assert!(secrets.len() >= 10, "{secrets:?}");
    let known = manao_hub::serve::known_secrets(&command(), &command().get_matches_from(arguments));
    assert_eq!(known.into_iter().collect::<BTreeSet<_>>(), secrets);
}

/// Otherwise a shop of other machines would refuse to start, whatever its operator sets.
#[test]
fn compose_passes_on_what_must_not_be_made_up() {
    let compose = std::fs::read_to_string(root().join("docker-compose.yml")).unwrap();
    let block = compose.split("x-settings: &settings").nth(1).unwrap().split("\n\n").next().unwrap().to_owned();
    let command = || Settings::augment_args(clap::Command::new("manao"));
    let settings = Settings::from_arg_matches(&command().get_matches_from(["manao"])).unwrap().filled();
    let refusal = settings.demand_real(&command()).unwrap_err().to_string();
    let names: Vec<&str> = refusal.rsplit_once("set your own ").unwrap().1.split(", ").chain(["VAPID_SUBJECT"]).collect();
    assert!(names.len() >= 8, "{names:?}");
    let missing: Vec<_> = names.into_iter().filter(|name| !block.contains(&format!("\n  {name}:"))).collect();
    assert!(missing.is_empty(), "not in docker-compose.yml: {missing:?}");
}

/// Names and defaults are in the same order, separated by commas.
#[test]
fn every_setting_of_the_hub_stands_in_its_page_with_its_default() {
    let page = std::fs::read_to_string(root().join("hub/README.md")).unwrap();
    let mut told = std::collections::BTreeMap::new();
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let defaults = cells[2].split(", ").chain(std::iter::repeat("–"));
        told.extend(cells[1].split(", ").map(|name| name.trim_matches('`')).zip(defaults));
    }
    let command = manao_hub::HubSettings::augment_args(clap::Command::new("hub"));
    for setting in manao_hub::serve::ServeSettings::augment_args(command).get_arguments() {
        let Some(name) = setting.get_env().and_then(|name| name.to_str()) else { continue };
        let told = told.get(name).unwrap_or_else(|| panic!("{name} is not in hub/README.md"));
        let default = setting.get_default_values().iter().filter_map(|value| value.to_str()).next();
        if let Some(default) = default {
            assert_eq!(*told, default, "{name}");
        }
    }
}

/// Nor one from a test: those of 32 bytes would do.
#[test]
fn every_secret_of_the_tests_is_known() {
    let mut secrets = BTreeSet::new();
    for folder in ["api/tests", "hub/tests", "bench/src", "sandbox"] {
        each_source(&root().join(folder), &mut |source| {
            let lines = source.lines().filter(|line| ["secret", "hs256"].iter().any(|word| line.to_lowercase().contains(word)));
            let texts = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
            secrets.extend(texts.filter(|text| text.len() >= 32 && !text.contains('{')).map(str::to_owned));
        });
    }
    assert!(secrets.len() >= 6, "{secrets:?}");
    let command = || Settings::augment_args(clap::Command::new("manao"));
    let known = |secret: &String| {
        let given = command().get_matches_from(["manao".to_owned(), format!("--jwt-secret={secret}")]);
        !manao_hub::serve::known_secrets(&command(), &given).is_empty()
    };
    let unknown: Vec<_> = secrets.iter().filter(|secret| !known(secret)).collect();
    assert!(unknown.is_empty(), "not in hub/src/serve/known.rs: {unknown:?}");
}

/// Otherwise every customer would count as the proxy.
#[test]
fn behind_the_proxy_of_compose_shop_and_hub_believe_its_header() {
    let compose = std::fs::read_to_string(root().join("docker-compose.yml")).unwrap();
    let block = |name: &str| compose.split(name).nth(1).unwrap().split("\n\n").next().unwrap().to_owned();
    assert!(block("x-settings: &settings").contains("\n  PROXIES: \"1\"\n"));
    assert!(block("x-hub: &hub").contains("\n    PROXIES: \"1\"\n"));
    // Lines end there, since neither sees them.
    let caddy = std::fs::read_to_string(root().join("deploy/Caddyfile")).unwrap();
    let global: Vec<&str> = caddy.split("\n:8080").next().unwrap().split_whitespace().collect();
    let global = global.join(" ");
    for limit in ["servers {", "timeouts { read_header 10s idle 60s }", "max_header_size 32KB"] {
        assert!(global.contains(limit), "{limit} in {global}");
    }
    for limit in ["client_header_timeout 10s;", "keepalive_timeout 60s;", "limit_conn lines 100;", "location = /ws {"] {
        assert!(page().contains(limit), "{limit} in the lines for nginx");
    }
}
