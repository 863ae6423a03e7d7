"""Whatever is sent to the API, allowed by its schema or not: never an error of the server, and what the schema says."""

from collections import Counter
from collections.abc import Iterator

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from web_server import Server, Visitor, serving

MOST = hypothesis.settings(
    max_examples=25, deadline=None, suppress_health_check=list(hypothesis.HealthCheck), database=None
)


CHECKS = [not_a_server_error, response_schema_conformance, status_code_conformance]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web"), "--rate", "10000") as found:
        yield found


def test_no_request_makes_the_server_fail(server: Server) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json", timeout=120)
    answers_by_kind: Counter[int] = Counter()
    with Visitor(server) as visitor:
        # Numbers of games that are there, so that more than 404 is met.
        for game in ("tictactoe", "ultimate"):
            visitor.begin(game, second={"kind": "human"})
        cookies = dict(visitor.cookies)
    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()

        @MOST
        @hypothesis.seed(1)
        @hypothesis.given(case=operation.as_strategy())
        def answers(case: schemathesis.Case) -> None:
            if "number" in (case.path_parameters or {}) and case.method != "DELETE":
                case.path_parameters["number"] = 1 + int(str(case.path_parameters["number"])[-1:] or 0) % 2
            response = case.call(cookies=cookies, timeout=120)
            case.validate_response(response, checks=CHECKS)
            answers_by_kind[response.status_code // 100] += 1

        answers()
    assert answers_by_kind[2] > 50, answers_by_kind
    assert answers_by_kind[4] > 100, answers_by_kind
    assert not [line for line in server.log if '"ERROR"' in line]
