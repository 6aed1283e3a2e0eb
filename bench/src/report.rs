//! `RESULTS.md`: one section a subcommand, replaced as a whole when it is run again.

use std::path::Path;

use anyhow::{Context, Result};

const HEAD: &str =
    "# Results\n\nMeasured by `manao-bench`; each section says where and how. Run again with the command it names.\n";

/// Puts `body` (Markdown without a heading) into the section `name` of the file.
pub fn replace(file: &Path, name: &str, title: &str, body: &str) -> Result<()> {
    let old = std::fs::read_to_string(file).unwrap_or_else(|_| HEAD.to_owned());
    std::fs::write(file, splice(&old, name, title, body)).with_context(|| format!("write {}", file.display()))
}

fn splice(old: &str, name: &str, title: &str, body: &str) -> String {
    let (begin, end) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let section = format!("{begin}\n## {title}\n\n{}\n{end}", body.trim());
    match old.find(&begin).zip(old.find(&end)) {
        Some((from, to)) => format!("{}{section}{}", &old[..from], &old[to + end.len()..]),
        None => format!("{}\n\n{section}\n", old.trim_end()),
    }
}

/// Describes where and how this was measured, and how busy the machine was with other things. Call it before measuring.
pub fn machine() -> String {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let cpu = read("/proc/cpuinfo");
    let field = |name: &str| cpu.lines().find_map(|line| line.strip_prefix(name)?.split_once(": ").map(|(_, v)| v.to_owned()));
    let model = field("model name").unwrap_or_else(|| "unknown processor".to_owned());
    let cores = cpu.lines().filter(|line| line.starts_with("processor")).count();
    let load = read("/proc/loadavg");
    let kernel = read("/proc/sys/kernel/osrelease");
    let memory = read("/proc/meminfo");
    let gib = memory.lines().find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    let date = chrono::Utc::now().format("%Y-%m-%d");
    format!(
        "{model}, {cores} cores, {} GiB, Linux {}, {date}; load average of the last minute before: {}",
        gib.unwrap_or(0) / 1024 / 1024,
        kernel.trim(),
        load.split(' ').next().unwrap_or_default()
    )
}

/// Returns the command as it was typed.
pub fn command() -> String {
    let words: Vec<String> = std::env::args().skip(1).collect();
    format!("cargo run --release -p manao-bench -- {}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::splice;

    #[test]
    fn a_section_is_replaced_and_the_others_stay() {
        let one = splice("# Results\n", "hub", "Hub", "a");
        let two = splice(&one, "http", "HTTP", "b");
        let again = splice(&two, "hub", "Hub", "c");
        assert_eq!(
            again,
            "# Results\n\n<!-- hub -->\n## Hub\n\nc\n<!-- /hub -->\n\n<!-- http -->\n## HTTP\n\nb\n<!-- /http -->\n"
        );
    }
}
