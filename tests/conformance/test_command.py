"""``manage.py conformance``, tried on folders that pass, fail, or hold nothing."""

import io
import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

GOOD = """
- case: three
  rule: "49.12"
  title: Germany starts from three points
  given: {scenario: fall-1939, turn: 1}
  ask: {allotment: germany}
  expect: {tally: {base: 3, rows: [], net: 3}}
"""


def run(*arguments):
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("conformance", *map(str, arguments), stdout=out, stderr=err)
    except SystemExit as stop:
        return stop.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.fixture
def folder(tmp_path):
    def write(name, text):
        path = tmp_path / "world_at_war" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return tmp_path

    return write


def test_a_passing_folder_ends_with_the_count_and_exits_well(folder):
    code, out, _ = run(folder("deep/er/three.yaml", GOOD))
    assert code == 0
    assert out.splitlines()[-1] == "1 passed, 0 failed"


def test_a_wrong_number_is_one_line_with_expected_and_found(folder):
    code, out, _ = run(folder("three.yml", GOOD.replace("net: 3", "net: 4")))
    assert code == 1
    (line,) = [line for line in out.splitlines() if line.startswith("FAIL")]
    assert "three.yml: three (49.12): tally.net: expected 4, found 3" in line
    assert out.splitlines()[-1] == "0 passed, 1 failed"


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('"49.12"', '"49.21x"', "Did you mean '49.21'"),
        ("expect:", "expct:", "Did you mean 'expect'"),
        ("turn: 1}", "turn: 1, facts: {control.pariss: axis}}", "Did you mean 'control.paris'"),
        ("turn: 1}", "turn: 1, state: {trakcs.rgt.level: 3}}", "Did you mean 'tracks'"),
        ("fall-1939", "fall-1940", "Did you mean 'fall-1939'"),
        ("germany}", "germny}", "germany"),
        ("[], net", "[{key: brps}], net", "tally.rows: expected [{'key': 'brps'}], found []"),
        ("turn: 1}", "turn: [}", "not readable YAML"),
        ("expect:", "do: {dice: [6]}\n  expect:", "1 left over: [6]"),
        ("- case: three", "- case: three\n  rulebook: chess", "chess"),
        ("turn: 1}", "turn: 1, state: {countries.turky: {result: '8'}}}", "Did you mean 'turkey'"),
        ("turn: 1}", "turn: 1, step: axis.target}", "there is no step 'axis.target'"),
        ("{allotment: germany}", "{alotment: germany}", "There is no question 'alotment'"),
        (
            "allotment: germany",
            "modifiers: {of: turkey, by: axes}",
            "by: 'axes' is not a power or faction. Did you mean 'axis'",
        ),
        (
            "allotment: germany",
            "modifiers: {of: turkey, manner: fre}",
            "manner: 'fre' is not a kind of roll. Did you mean 'free'",
        ),
        (
            "allotment: germany",
            "modifiers: {of: turkey, points: {itlay: 1}}",
            "'itlay' is not a power with diplomatic points. Did you mean 'italy'",
        ),
        ("allotment: germany", "row: {of: turkey, row: '11'}", "row: '11' is unknown"),
        ("allotment: germany", "row: turkey", "row: missing"),
        ("allotment: germany", "row: {of: turkey, total: high}", "total: 'high'"),
        (
            "allotment: germany",
            "track: rgtt",
            "track.of: 'rgtt' is not a track. Did you mean 'rgt'",
        ),
        ("allotment: germany", "benefits: turkey", "benefits needs 'faction'"),
        (
            "allotment: germany",
            "placing: {of: turky, power: italy}",
            "placing.of: 'turky' is not a target. Did you mean 'turkey'",
        ),
        ("allotment: germany", "surrender: germany", "Possible here: france, italy"),
        ("allotment: germany", "preview: turkey", "ask.preview.of: 'turkey' is not a power"),
        (
            "{allotment: germany}\n  expect: {tally: {base: 3, rows: [], net: 3}}",
            "{odds: turkey}\n  expect: {odds: {'7': some}}",
            "expect.odds.7: 'some' is no chance",
        ),
    ],
)
def test_a_mistake_fails_and_says_how_to_mend_it(folder, before, after, words):
    code, out, _ = run(folder("three.yaml", GOOD.replace(before, after)))
    assert code == 1
    assert words in out
    assert out.splitlines()[-1] == "0 passed, 1 failed"


def test_the_folder_of_a_file_names_its_rulebook(tmp_path):
    place = tmp_path / "World" / "world-at-war" / "mine"
    place.mkdir(parents=True)
    (place / "three.yaml").write_text(GOOD, "utf-8")
    assert run(tmp_path)[0] == 0


def test_an_empty_folder_is_a_failure_of_its_own(tmp_path):
    code, out, err = run(tmp_path)
    assert code == 1
    assert "No case was found" in err
    assert out.splitlines()[-1] == "0 passed, 0 failed"


def test_a_path_that_is_not_there_is_named():
    with pytest.raises(CommandError, match="no such file or folder"):
        run("/nowhere/at/all")


def test_an_unknown_rulebook_is_named():
    with pytest.raises(CommandError, match="chess"):
        run("--rulebook", "chess")


def test_json_holds_results_and_coverage(folder):
    code, out, _ = run(folder("three.yaml", GOOD), "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["format"], found["passed"], found["failed"]) == (1, 1, 0)
    assert found["results"][0]["case"] == "three"
    assert found["coverage"][0]["cases"]["49.12"] == 1


def test_json_tells_failures_with_expected_and_found(folder):
    code, out, _ = run(folder("three.yaml", GOOD.replace("net: 3", "net: 4")), "--json")
    assert code == 1
    (failure,) = json.loads(out)["results"][0]["failures"]
    assert (failure["what"], failure["expected"], failure["found"]) == ("tally.net", 4, 3)


def test_every_rule_of_diplomacy_is_named_by_a_project_case():
    assert run("--uncovered", "--rulebook", "world_at_war", "--part", "diplomacy") == (0, "", "")


def test_rules_without_a_case_are_listed_one_per_line(folder):
    code, out, _ = run(folder("three.yaml", GOOD), "--uncovered", "--rulebook", "world_at_war")
    assert code == 0
    assert "49.12" not in out.splitlines()
    assert "49.11" in out.splitlines()


def test_rules_without_a_case_are_those_of_the_book_that_the_files_are_about(folder):
    _, out, _ = run(folder("three.yaml", GOOD), "--uncovered")
    assert set(out.splitlines()) == set(
        run(folder("three.yaml", GOOD), "--uncovered", "--rulebook", "world_at_war")[1].splitlines()
    )


def test_an_unknown_part_of_the_index_is_named():
    with pytest.raises(CommandError, match="Did you mean 'diplomacy'"):
        run("--part", "diplo")


def test_a_file_that_cannot_be_read_is_named_once(folder):
    path = folder("three.yaml", GOOD.replace("title:", "titel:"))
    _, out, _ = run(path)
    (line,) = [line for line in out.splitlines() if line.startswith("FAIL")]
    file = path / "world_at_war" / "three.yaml"
    assert line == f"FAIL {file}: three: titel: unknown key. Did you mean 'title'?"


def test_the_example_of_the_manual_passes(folder):
    manual = Path(__file__).parents[2] / "docs" / "conformance.md"
    examples = re.findall(r"```yaml\n(.*?)```", manual.read_text("utf-8"), re.DOTALL)
    for number, example in enumerate(examples):
        path = folder(f"example{number}.yaml", example)
    code, out, _ = run(path)
    assert out.splitlines()[-1] == "5 passed, 0 failed"
    assert code == 0


def test_the_manual_names_every_key_of_the_format():
    from rules.kernel.conformance import cases
    from rules.kernel.conformance.matching import WORDS

    manual = (Path(__file__).parents[2] / "docs" / "conformance.md").read_text("utf-8")
    kinds = (
        cases.Given,
        cases.Do,
        cases.TallyExpected,
        cases.ProblemExpected,
        cases.MenuExpected,
        cases.Expect,
        cases.Step,
    )
    names = {name for kind in kinds for name in kind.__struct_fields__} | set(WORDS)
    assert sorted(name for name in names if f"`{name}" not in manual) == []
