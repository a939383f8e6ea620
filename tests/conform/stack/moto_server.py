"""moto's server on 127.0.0.1, with what its CloudFormation lacks to make our stack.

It makes no API of API Gateway v2 and no alarm from a template, though it has both services. The types below make them
by calls to these services, with the properties as the template has them: boto3 checks names, types and bounds by AWS's
own description of the calls. Each is listed by the command as made so.
"""

import copy
import sys
import threading

import boto3
from botocore.config import Config
from moto.cloudformation import models, parsing, responses
from moto.core.common_models import CloudFormationModel
from moto.core.serialize import ResponseSerializer
from moto.dynamodb import responses as dynamodb_responses
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.table import Table
from moto.server import main

PORT = sys.argv[1]


def client(service, region):
    config = Config(retries={"total_max_attempts": 1})
    address = f"http://127.0.0.1:{PORT}"
    # Credentials for moto.
    keys = {"aws_access_key_id": "local", "aws_secret_access_key": "local"}
    return boto3.client(service, region_name=region, endpoint_url=address, config=config, **keys)


def typed(value, shape):
    """A value of a template, in which every number may be a text, as the call wants it."""
    if shape.type_name == "structure":
        return {name: typed(one, shape.members[name]) if name in shape.members else one for name, one in value.items()}
    if shape.type_name == "list":
        return [typed(one, shape.member) for one in value]
    if shape.type_name in ("integer", "long"):
        return int(value)
    if shape.type_name in ("double", "float"):
        return float(value)
    if shape.type_name == "boolean":
        return value if isinstance(value, bool) else {"true": True, "false": False}[value]
    return value


def call(service, region, operation, properties):
    one = client(service, region)
    shape = one.meta.service_model.operation_model(one.meta.method_to_api_mapping[operation]).input_shape
    return getattr(one, operation)(**typed(properties, shape))


class ServiceMade:
    """A resource that a call to its service has made."""

    def __init__(self, physical_resource_id, attributes):
        self.physical_resource_id = physical_resource_id
        self.attributes = attributes

    def get_cfn_attribute(self, name):
        return self.attributes[name]

    @classmethod
    def has_cfn_attr(cls, name):
        return True

    @property
    def is_created(self):
        return True


def alarm(properties, region):
    call("cloudwatch", region, "put_metric_alarm", properties)
    name = properties["AlarmName"]
    (found,) = client("cloudwatch", region).describe_alarms(AlarmNames=[name])["MetricAlarms"]
    return name, {"Arn": found["AlarmArn"]}


def of_gateway(operation, identity):
    def make(properties, region):
        answer = call("apigatewayv2", region, operation, properties)
        target = (answer.get("DomainNameConfigurations") or [{}])[0]
        attributes = {
            "RegionalDomainName": target.get("ApiGatewayDomainName"),
            "RegionalHostedZoneId": target.get("HostedZoneId"),
            "ApiEndpoint": answer.get("ApiEndpoint"),
        }
        return answer[identity], attributes

    return make


def end(kind, properties, identity, region):
    """Nothing else goes with a resource but what belongs to an API, which its API takes along."""
    if kind == "AWS::CloudWatch::Alarm":
        client("cloudwatch", region).delete_alarms(AlarmNames=[identity])
    if kind == "AWS::ApiGatewayV2::Api":
        client("apigatewayv2", region).delete_api(ApiId=identity)
    if kind == "AWS::ApiGatewayV2::DomainName":
        client("apigatewayv2", region).delete_domain_name(DomainName=identity)


TYPES = {
    "AWS::CloudWatch::Alarm": ("AlarmName", alarm),
    "AWS::ApiGatewayV2::Api": ("Name", of_gateway("create_api", "ApiId")),
    "AWS::ApiGatewayV2::Integration": ("", of_gateway("create_integration", "IntegrationId")),
    "AWS::ApiGatewayV2::Route": ("", of_gateway("create_route", "RouteId")),
    "AWS::ApiGatewayV2::Stage": ("StageName", of_gateway("create_stage", "StageName")),
    "AWS::ApiGatewayV2::DomainName": ("DomainName", of_gateway("create_domain_name", "DomainName")),
    "AWS::ApiGatewayV2::ApiMapping": ("", of_gateway("create_api_mapping", "ApiMappingId")),
}

made = {}


def register(kind, name_property, make):
    def create(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
        return made[kind](*make(cloudformation_json["Properties"], region_name))

    def delete(cls, resource_name, cloudformation_json, account_id, region_name):
        end(kind, cloudformation_json["Properties"], resource_name, region_name)

    members = {
        "cloudformation_type": staticmethod(lambda: kind),
        "cloudformation_name_type": staticmethod(lambda: name_property),
        "create_from_cloudformation_json": classmethod(create),
        "delete_from_cloudformation_json": classmethod(delete),
    }
    # moto registers a model under the second word of its module's name, and finds only direct subclasses.
    members["__module__"] = "moto.conform"
    made[kind] = type(CloudFormationModel)(kind.replace("::", ""), (ServiceMade, CloudFormationModel), members)


transact = DynamoDBBackend.transact_write_items


def transact_faster(backend, transact_items):
    """moto copies the whole table for each item of a transaction, to be able to take it back. Once is enough."""
    copies = {}

    def copy_once(table, memo):
        if table.name not in copies:
            copies[table.name] = Table.__new__(Table)
            vars(copies[table.name]).update(copy.deepcopy(vars(table), memo))
        return copies[table.name]

    Table.__deepcopy__ = copy_once
    try:
        return transact(backend, transact_items)
    finally:
        del Table.__deepcopy__


DynamoDBBackend.transact_write_items = transact_faster
writing = threading.RLock()


def write_alone(write):
    """moto takes a transaction back by the table as it was, and with it what others have written meanwhile."""

    def alone(*args, **rest):
        with writing:
            return write(*args, **rest)

    return alone


for name in ("put_item", "update_item", "delete_item", "transact_write_items"):
    setattr(DynamoDBBackend, name, write_alone(getattr(DynamoDBBackend, name)))

serialize = ResponseSerializer._serialize_type_structure


def serialize_faster(serializer, serialized, value, shape, key):
    """moto looks for ten members under four names each in every value of every item; there is one, under its own."""
    if shape.name != "AttributeValue" or not key or not isinstance(value, dict):
        return serialize(serializer, serialized, value, shape, key)
    wrapper = serializer.MAP_TYPE()
    for name, one in value.items():
        serializer._serialize(wrapper, one, shape.members[name], name)
    serializer._default_serialize(serialized, wrapper, shape, key)


ResponseSerializer._serialize_type_structure = serialize_faster
original = responses.get_stack_from_s3_url
# moto knows no S3 addresses in the partition of China.
responses.get_stack_from_s3_url = lambda url, **rest: original(url.replace(".amazonaws.com.cn/", ".amazonaws.com/"), **rest)
# moto refuses a template for any remark of a linter. CloudFormation does not; npm run lint:template checks ours.
models.CloudFormationBackend.validate_template = lambda self, template: []

# As many items as one transaction of DynamoDB reads; moto's limit is 25.
dynamodb_responses.TRANSACTION_MAX_ITEMS = 100
clean = parsing.clean_json


def clean_away_nothing(template, resources):
    """CloudFormation leaves out what refers to AWS::NoValue. moto leaves a None in its place, on which it stumbles."""
    found = clean(template, resources)
    if isinstance(found, list):
        return [one for one in found if one is not None]
    if isinstance(template, dict) and isinstance(found, dict):
        return {name: one for name, one in found.items() if one is not None}
    return found


parsing.clean_json = clean_away_nothing

for kind, (name_property, make) in TYPES.items():
    register(kind, name_property, make)
main(["-H", "127.0.0.1", "-p", PORT])
